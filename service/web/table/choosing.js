/**
 * Choosing a move on the board: select a piece, then its target. A click leaves the moves of the clicked piece. If one is left, it is made;
 * if other pieces tell the rest apart, only those stay lit; otherwise a menu asks.
 */

import { settings } from "../core/settings.js";
import { text } from "../core/texts.js";
import { drawAnswers } from "./answers.js";
import { isPhone, layOut, tabsOf } from "./board/layout.js";
import { findTargets, movesAt, nearestTarget, piecesOf } from "./board/pieces.js";
import { isSettled } from "./board/settling.js";
import { isLargeTarget } from "./board/stage.js";
import { openMenu } from "./menu.js";
import { indexesOf } from "./moves.js";
import { drawTabs } from "./tabs.js";

/** Lights what can be chosen now among the moves of the table and shows buttons for the moves that no piece stands for. */
export function light(table) {
  const { stage } = table.parts;
  const moves = table.selection?.moves ?? table.moves;
  const isUsable = isPhone(table.mode) ? isLargeTarget : () => true;
  const { targets, others } = findTargets(piecesOf(stage), moves, { isSelected: table.selection !== null, isUsable });
  table.targets = targets;
  for (const piece of piecesOf(stage)) lightPiece(table, piece, targets.get(piece));
  table.selection?.piece?.classList.add("selected");
  drawAnswers(table, others, { decide, deselect });
  turnToTargets(table);
  uncoverTargets(table);
  drawTabs(table);
  if (table.restoresFocus && targets.size + others.length > 0) restoreFocus(table);
}

/** Lets a player who uses the keyboard go on: the first piece or button that can be chosen gets the focus. */
function restoreFocus(table) {
  table.restoresFocus = false;
  if (document.activeElement !== document.body) return;
  const [piece] = visibleTargets(table);
  (piece ?? table.parts.answers.querySelector("button"))?.focus({ preventScroll: true });
}

function visibleTargets(table) {
  return [...table.targets.keys()].filter((target) => target.checkVisibility({ visibilityProperty: true }));
}

function lightPiece(table, piece, moves) {
  piece.classList.remove("selected");
  piece.classList.toggle("highlighted", moves !== undefined);
  piece.classList.toggle("warning", moves?.every((move) => table.look.previewTone(move) === "warning") ?? false);
  if (!moves) return ["tabindex", "role", "aria-label", "data-moves"].forEach((name) => piece.removeAttribute(name));
  const attributes = { tabindex: "0", role: "button", "aria-label": labelOf(table, piece, moves), "data-moves": indexesOf(table, moves) };
  for (const [name, value] of Object.entries(attributes)) piece.setAttribute(name, value);
}

function labelOf(table, piece, moves) {
  const name = table.glossary.get(piece.dataset.about ?? piece.querySelector("[data-about]")?.dataset.about)?.name;
  if (moves.length === 1) return moves[0].label;
  return [name, text("piece.moves", { count: moves.length })].filter(Boolean).join(": ");
}

/** Shows the tab with the most moves to choose from, unless the present one has some. */
function turnToTargets(table) {
  const counts = new Map();
  for (const [piece, moves] of table.targets) {
    for (const tab of tabsOf(table, piece.closest(".cell").dataset.panel)) counts.set(tab, (counts.get(tab) ?? 0) + moves.length);
  }
  table.litTabs = new Set(counts.keys());
  if (!isPhone(table.mode) || !counts.size || counts.has(table.tab)) return;
  [[table.tab]] = [...counts].sort(([, one], [, other]) => other - one);
  layOut(table);
}

/** While a piece is selected, a floating panel without a target steps back: it may cover one. */
function uncoverTargets({ parts, selection, targets }) {
  for (const cell of parts.stage.querySelectorAll(".floating")) {
    const hasTarget = [...targets.keys()].some((piece) => cell.contains(piece));
    cell.classList.toggle("behind", selection !== null && !hasTarget);
  }
}

/** Handles a click on the stage. */
export function chooseAt(table, event) {
  if (!isSettled(table)) return;
  const clicked = movesAt(event.target, table.targets);
  const moves = clicked.length ? clicked : movesAt(nearestTarget(table.targets, event), table.targets);
  if (moves.length) pick(table, moves, event, event.target.closest("[data-move]"));
  else deselect(table);
}

/** Handles a key on the stage: Enter and the space bar choose the focused piece. */
export function chooseByKey(table, event) {
  if (!["Enter", " "].includes(event.key) || !table.targets.has(event.target)) return;
  event.preventDefault();
  const { left, top, width, height } = event.target.getBoundingClientRect();
  pick(table, movesAt(event.target, table.targets), { clientX: left + width / 2, clientY: top + height / 2 }, event.target);
}

/** Makes the move if there is only one; otherwise lets the user choose among the moves. */
function pick(table, moves, place, piece = null) {
  if (moves.length === 1) return decide(table, moves[0], place);
  if (moves.length === table.selection?.moves.length || !select(table, moves, piece)) openMenu(table, moves, place);
}

/** Selects a piece with its moves if other pieces tell these apart; returns whether they do. */
function select(table, moves, piece) {
  const isUsable = (other) => !piece || !sharePlace(piece, other);
  const { targets } = findTargets(piecesOf(table.parts.stage), moves, { isSelected: true, isUsable });
  if (!targets.size) return false;
  table.selection = { moves, piece };
  light(table);
  focusFirst(table, piece);
  return true;
}

/** Selects the piece at which a drag begins; returns whether it can be dragged somewhere. */
export function startDrag(table, target) {
  const moves = isSettled(table) ? movesAt(target, table.targets) : [];
  return moves.length > 1 && select(table, moves, target.closest("[data-move]"));
}

/** Returns whether a click cannot tell two pieces apart: one contains the other and is hardly larger. */
function sharePlace(one, other) {
  if (!one.contains(other) && !other.contains(one)) return false;
  const [area, otherArea] = [one, other].map((piece) => piece.getBoundingClientRect()).map(({ width, height }) => width * height);
  return Math.min(area, otherArea) > 0.8 * Math.max(area, otherArea);
}

/** Moves the focus of a keyboard user to a piece that can be chosen next. */
function focusFirst(table, piece) {
  if (document.activeElement === piece) visibleTargets(table)[0]?.focus({ preventScroll: true });
}

/** Makes a move; asks first if the player may regret it. */
export function decide(table, move, place) {
  const question = questionAbout(table, move);
  if (question) return openMenu(table, [move], place, question);
  table.actions.make(move);
}

function questionAbout(table, move) {
  if (table.look.previewTone(move) === "warning") return text("ask.warning");
  const others = table.position.seats.filter(({ seat, kind }) => kind !== "ai" && !table.ownSeats.includes(seat));
  const isFinal = move.preview?.ends_turn && others.length > 0;
  return isFinal && settings.get("confirm_turn_end") ? text("ask.ends_turn") : null;
}

/** Lights all moves again. */
export function deselect(table) {
  if (!table.selection) return;
  const { piece } = table.selection;
  table.selection = null;
  light(table);
  if (document.activeElement === document.body) piece?.focus();
}
