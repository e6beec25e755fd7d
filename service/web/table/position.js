/** The position of the table: reads it, accepts newer ones and draws them. */

import { read } from "../core/api.js";
import { problemText } from "../core/problems.js";
import { noteClock } from "./clock.js";
import { draw } from "./table_drawing.js";
import { viewerToken } from "./tokens.js";

/** Reads the position as the viewing seat sees it. */
export async function readPosition(table) {
  const position = await read(`/v1/sessions/${table.id}`, viewerToken(table));
  table.presence = position.presence;
  noteClock(table, position.clock);
  return position;
}

/** Reads the position again; of several concurrent calls only the last one is drawn. */
export async function refresh(table) {
  const number = (table.lastRefresh += 1);
  await attempt(table, async () => {
    const position = await readPosition(table);
    if (number === table.lastRefresh && table.isOpen) await acceptPosition(table, position);
  });
}

/**
 * Shows a position unless it is older than the current one. If it is the view of another seat, reads it again as the viewing seat. A
 * position that is drawn, or being drawn, is not drawn again: replacing the board between pointer down and pointer up would lose the click.
 */
export async function acceptPosition(table, position) {
  if (!table.isOpen) return;
  if (position.seat !== table.seat) return refresh(table);
  if (position.version < table.position.version || isDrawn(table, position)) return;
  if (position.version > table.position.version) table.winChances = new Map();
  table.position = position;
  noteClock(table, position.clock);
  await drawAsSeatToAct(table);
}

function isDrawn({ drawnPosition }, { version, seat }) {
  return drawnPosition !== undefined && drawnPosition.version === version && drawnPosition.seat === seat;
}

/** Accepts a position of the feed. Of several that arrive together only the last one is drawn. */
export function acceptFromFeed(table, position) {
  const isScheduled = table.arrived !== undefined;
  table.arrived = position;
  if (isScheduled) return;
  setTimeout(() => {
    const latest = table.arrived;
    table.arrived = undefined;
    attempt(table, () => acceptPosition(table, latest));
  });
}

/** Draws the table; first switches to the seat to act if it is played on this device. */
export async function drawAsSeatToAct(table) {
  const seatToAct = table.position.to_act?.seat;
  if (table.ownSeats.includes(seatToAct) && seatToAct !== table.seat) {
    table.seat = seatToAct;
    table.awaitsHandover = table.needsHandover;
    return refresh(table);
  }
  await draw(table);
}

/** Runs an action and shows the problem if it fails. */
export async function attempt(table, action) {
  try {
    await action();
  } catch (problem) {
    showProblem(table, problem);
  }
}

/** Shows a problem above the board; one that ends the table replaces it. */
export function showProblem(table, problem) {
  if (!table.isOpen) return;
  if (["session_unknown", "token_unknown"].includes(problem.code)) return table.onFailure(problem);
  table.notice = problemText(problem);
  table.parts.notice.textContent = table.notice;
  table.parts.notice.hidden = false;
}
