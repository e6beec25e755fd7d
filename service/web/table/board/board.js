/** The board: shows the panels of a version and what changed, and lights the pieces that can be chosen. */

import { animationTime } from "../../core/durations.js";
import { viewerToken } from "../people/tokens.js";
import { changedPieces, glide, snapshot } from "./glide.js";
import { layOut, panelNames } from "./layout.js";
import { fetchPanels } from "./picture.js";
import { findPiece } from "./pieces.js";
import { lock, settle } from "./settling.js";
import { showPanels } from "./stage.js";

/** Starts to read the board of a version as the viewing seat sees it. */
export function requestBoard(table, version) {
  const request = fetchPanels(table.id, viewerToken(table), version, panelNames(table));
  request.catch(() => {}); // Whoever shows the board sees the failure.
  return request;
}

/**
 * Shows the board of a version; `aria-busy` is set until it is there. Of several calls only the last one shows its board. During a handover
 * no board is shown, even if one is still loading. `seat` is the seat whose move led to this version, if the change is to be shown.
 */
export async function showBoard(table, version, { request, seat, milliseconds = 0 } = {}) {
  const { stage } = table.parts;
  const number = (table.lastBoard += 1);
  lock(table);
  stage.setAttribute("aria-busy", !table.awaitsHandover);
  if (table.awaitsHandover) return stage.replaceChildren();
  const panels = await (request ?? requestBoard(table, version));
  if (number !== table.lastBoard || !table.isOpen) return;
  const before = snapshot(stage);
  table.restoresFocus ||= stage.querySelector(":focus-visible") !== null;
  showPanels(stage, panels);
  layOut(table);
  const after = snapshot(stage);
  if (seat !== undefined && before.size) noteChanges(table, seat, before, after);
  markChanges(table);
  if (milliseconds && before.size && canGlide()) glide(stage, before, after, milliseconds);
  stage.dataset.version = version;
  stage.setAttribute("aria-busy", false);
  settle(table);
}

/** Returns whether pieces may move by themselves. */
export function canGlide() {
  return animationTime(1) > 0;
}

/** Remembers the pieces that a move changed, by the seat that made it; a move of a person on this device clears everything. */
function noteChanges(table, seat, before, after) {
  if (table.ownSeats.includes(seat)) return table.changes.clear();
  if (table.changingSeat !== seat) for (const [id, by] of table.changes) if (by === seat) table.changes.delete(id);
  table.changingSeat = seat;
  for (const { id } of changedPieces(table.parts.stage, before, after)) table.changes.set(id, seat);
}

function markChanges(table) {
  for (const [id, seat] of table.changes) {
    findPiece(table.parts.stage, id)?.classList.add("changed", `changed-by-${seat}`);
  }
}
