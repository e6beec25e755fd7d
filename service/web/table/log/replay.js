/** Plays the game again from any version: one version after the other, at a chosen speed. */

import { pause } from "../../core/api.js";

const STEP = 900;
const SPEEDS = [1, 2, 4];

/** Returns a replay that does not run. */
export function createReplay() {
  return { run: 0, isRunning: false, speed: SPEEDS[0] };
}

/** Returns whether the replay runs. */
export function isReplaying({ replay }) {
  return replay.isRunning;
}

/** Plays from the past version that is shown, or from the beginning, to the latest one. */
export async function startReplay(table) {
  const { replay } = table;
  const run = (replay.run += 1);
  replay.isRunning = true;
  if (table.pastVersion === null) await table.actions.view(firstVersion(table));
  while (table.isOpen && replay.run === run && table.pastVersion !== null) {
    await table.actions.view(table.pastVersion + 1, { milliseconds: STEP / 2 / replay.speed });
    await pause(STEP / replay.speed);
  }
  if (replay.run === run) replay.isRunning = false;
}

/** Stops the replay where it is. */
export function stopReplay({ replay }) {
  replay.run += 1;
  replay.isRunning = false;
}

/** Returns the speed after the present one. */
export function nextSpeed({ replay }) {
  return SPEEDS[(SPEEDS.indexOf(replay.speed) + 1) % SPEEDS.length];
}

/** Changes the speed. */
export function setSpeed(table, speed) {
  table.replay.speed = speed;
  const { parts } = table;
  const shown = parts.past.querySelector("[data-key=speed]");
  if (shown) shown.textContent = `${speed}×`;
}

function firstVersion({ position }) {
  return position.base_version ?? 0;
}
