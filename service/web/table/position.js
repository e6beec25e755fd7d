/** The position of the table: reads it, and passes newer ones on to be shown. */

import { read } from "../core/api.js";
import { attempt } from "./attempts.js";
import { draw } from "./draw.js";
import { noteClock } from "./people/clock.js";
import { viewerToken } from "./people/tokens.js";
import { addStep } from "./steps.js";

/** Reads the position as the viewing seat sees it. */
export async function readPosition(table) {
  const position = await read(`/v1/sessions/${table.id}`, viewerToken(table));
  table.presence = position.presence;
  noteClock(table, position.clock);
  return position;
}

/** Reads the position again; of several concurrent calls only the last one counts. */
export async function refresh(table) {
  const number = (table.lastRefresh += 1);
  await attempt(table, async () => {
    const position = await readPosition(table);
    if (number === table.lastRefresh && table.isOpen) await acceptPosition(table, position);
  });
}

/**
 * Shows a position unless it is older than what is shown. If it is the view of another seat, reads it again as the viewing seat. A position
 * that is drawn is not drawn again: replacing the board between pointer down and pointer up would lose the click.
 */
export async function acceptPosition(table, position, seat) {
  if (!table.isOpen) return;
  if (position.seat !== table.seat) return refresh(table);
  noteClock(table, position.clock);
  const isDrawn = table.drawn?.version === position.version && table.drawn.seat === position.seat;
  if (position.version < table.position.version || isDrawn) return;
  const seatToAct = position.to_act?.seat;
  if (table.ownSeats.includes(seatToAct) && seatToAct !== table.seat) return changeSeat(table, seatToAct);
  await showNewer(table, position, seat);
}

/** Shows a position as the next step, or as soon as the board of its version is shown. */
async function showNewer(table, position, seat) {
  const { version } = position;
  const waiting = table.steps.waiting.find((step) => step.version === version);
  if (version > table.steps.last) return addStep(table, { version, position, seat });
  if (waiting) return void (waiting.position = position);
  table.position = position;
  await draw(table);
}

/** Lets this device view another of its seats, behind a handover screen if the seats see different things. */
async function changeSeat(table, seat) {
  table.seat = seat;
  table.awaitsHandover = table.needsHandover;
  const position = await readPosition(table);
  if (!table.isOpen || table.seat !== seat) return;
  table.position = position;
  table.steps.last = position.version;
  table.steps.waiting.length = 0;
  await draw(table);
}

/** Draws the table for the first time, as the seat to act if it is played on this device. */
export async function openPosition(table) {
  const seatToAct = table.position.to_act?.seat;
  table.steps.last = table.position.version;
  if (table.ownSeats.includes(seatToAct) && seatToAct !== table.seat) return changeSeat(table, seatToAct);
  await draw(table);
}
