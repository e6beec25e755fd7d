/** Shows what happens one step after the other: each new entry of the log becomes a step, so that the moves of others can be followed. */

import { animationTime } from "../core/durations.js";
import { attempt } from "./attempts.js";
import { canGlide, requestBoard } from "./board/board.js";
import { draw } from "./draw.js";

const STEP = 350;
const TURN = 3_900;
const MAX_STEPS = 24;

/** Adds the position after an entry to the steps that are to be shown; without a position only the board is shown. */
export function addStep(table, { version, position, seat }) {
  const { steps } = table;
  if (version <= steps.last) return;
  steps.last = version;
  steps.waiting.push({ version, position, seat, request: showsSteps() && !table.awaitsHandover ? requestBoard(table, version) : null });
  if (steps.waiting.length > MAX_STEPS) keepLast(table);
  start(table);
}

/** Shows the latest step at once, because the user does not want to wait. */
export function skip(table) {
  keepLast(table);
  table.steps.endPause();
  start(table);
}

/** Drops all steps but the last one that has a position. */
function keepLast({ steps: { waiting } }) {
  const last = waiting.findLast(({ position }) => position) ?? waiting.at(-1);
  if (last) waiting.splice(0, waiting.indexOf(last));
}

/** Shows the waiting steps, unless somebody does already. */
function start(table) {
  if (!table.steps.isRunning && table.steps.waiting.length) attempt(table, () => run(table));
}

/** Returns whether steps are waiting to be shown. */
export function isCatchingUp({ steps }) {
  return steps.waiting.length > 0;
}

/** Returns the milliseconds for the next step: a step takes the same time, unless the turn has too many of them. */
function stepTime(table) {
  const { steps } = table;
  return animationTime(Math.max(0, Math.min(STEP, (TURN - steps.spent) / (steps.waiting.length + 1))));
}

async function run(table) {
  const { steps } = table;
  steps.isRunning = true;
  try {
    while (steps.waiting.length && table.isOpen && table.pastVersion === null) await showNext(table);
  } finally {
    steps.isRunning = false;
  }
}

async function showNext(table) {
  const { steps } = table;
  if (!showsSteps()) keepLast(table);
  const milliseconds = stepTime(table);
  const step = steps.waiting.shift();
  if (step.position) table.position = step.position;
  await draw(table, { ...step, milliseconds });
  if (table.ownSeats.includes(table.position.to_act?.seat)) steps.spent = 0;
  if (!showsSteps() || (!steps.waiting.length && table.ownSeats.includes(step.seat))) return;
  steps.spent += milliseconds;
  await pause(table, milliseconds);
}

/** Waits until the step has been seen, or until the user skips it. */
function pause(table, milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    table.steps.endPause = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Nobody sees steps on a hidden page, and some players do not want them. */
function showsSteps() {
  return document.visibilityState === "visible" && canGlide();
}
