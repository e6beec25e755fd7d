/** Draws the table in its current position; `table.actions` is what the user can do. */

import { notifyTurn } from "../core/attention.js";
import { announce } from "../core/dom.js";
import { text } from "../core/texts.js";
import { showBoard } from "./board/board.js";
import { findPiece, matches, piecesOf } from "./board/pieces.js";
import { light } from "./choosing.js";
import { drawCoachStep } from "./coaching.js";
import { drawEnd } from "./log/end.js";
import { drawHistory } from "./log/history.js";
import { drawPast } from "./log/past.js";
import { lastTurnOfOthers } from "./log/turns.js";
import { listMoves } from "./moves.js";
import { drawClock } from "./people/clock.js";
import { drawPeople } from "./people/people.js";
import { playerName } from "./people/player_names.js";
import { drawSeats } from "./people/seats.js";
import { drawTabs } from "./tabs.js";
import { drawToolbar } from "./toolbar.js";

const SLOW_AI = 15_000;

/**
 * Draws everything; a past position has no moves to choose. `version` is the version to show, `seat` the seat whose move led to it,
 * `milliseconds` how long its pieces may move, `request` the board if it is being read already.
 */
export async function draw(table, { version = table.pastVersion ?? table.position.version, seat, milliseconds, request } = {}) {
  const { parts, position } = table;
  const isYours = isYourTurn(table);
  table.selection = null;
  table.moves = isYours && !table.awaitsHandover && table.pastVersion === null ? position.legal_moves : [];
  drawStatus(table, isYours);
  drawPeople(table);
  drawSeats(table);
  drawClock(table);
  drawToolbar(table, isYours);
  drawHistory(table);
  drawPast(table);
  drawEnd(table);
  drawTabs(table);
  parts.handover.hidden = !table.awaitsHandover;
  parts.handover.querySelector("p").textContent = text("curtain", { name: playerName(table, table.seat) });
  drawMoves(table);
  table.drawn = { version: position.version, seat: table.seat };
  try {
    await showBoard(table, version, { request, seat, milliseconds });
  } catch (problem) {
    table.drawn = null;
    throw problem;
  }
  if (table.isOpen) light(table);
  drawCoachStep(table);
}

/** Returns whether a person on this device has to decide, and nothing newer is waiting to be shown. */
function isYourTurn({ position, seat, steps }) {
  const isLatest = position.version === steps.last;
  return isLatest && position.to_act !== null && position.to_act.seat === seat && position.legal_moves.length > 0;
}

/** Draws whose turn it is, the decision to make, what the others did and the notice. */
export function drawStatus(table, isYours) {
  const { parts } = table;
  parts.turn.textContent = turnText(table, isYours);
  parts.decision.textContent = isYours ? table.position.to_act.decision.label : "";
  drawLatest(table);
  parts.status.classList.toggle("your-turn", isYours);
  parts.notice.textContent = table.notice;
  parts.notice.hidden = !table.notice;
  if (isYours && table.askedVersion !== table.position.version) announce(`${parts.turn.textContent}. ${parts.decision.textContent}`);
  table.askedVersion = table.position.version;
  clearTimeout(table.slowAiTimer);
  if (table.position.to_act && !isYours) table.slowAiTimer = setTimeout(() => explainSlowAi(table), SLOW_AI);
  notifyTurn({ title: table.game.title, isYourTurn: isYours });
}

/** Draws what depends on the log, for an entry that arrives after its position. */
export function drawLog(table) {
  drawHistory(table);
  drawLatest(table);
  drawCoachStep(table);
}

function drawLatest(table) {
  const { latestEntry } = table.parts;
  latestEntry.textContent = lastTurnOfOthers(table);
  latestEntry.title = latestEntry.textContent;
}

function turnText(table, isYours) {
  const { to_act: toAct, outcome, seats } = table.position;
  if (outcome) return text("over");
  if (isYours) return text("your_turn", { name: playerName(table, table.seat) });
  return toAct && text(seats[toAct.seat].kind === "ai" ? "thinks" : "waits", { name: playerName(table, toAct.seat) });
}

/** AI players usually answer within a second; explains the delay if one does not. */
function explainSlowAi(table) {
  const toAct = table.position.to_act;
  if (!table.isOpen || table.position.seats[toAct?.seat]?.kind !== "ai") return;
  table.parts.turn.textContent = text("thinks.long", { name: playerName(table, toAct.seat) });
}

/** Draws the list of moves, for a hint that arrives after its position. */
export function drawMoves(table) {
  table.parts.movesPanel.hidden = !table.moves.length;
  table.parts.movesCount.textContent = table.moves.length || "";
  const callbacks = { make: table.actions.make, emphasize: (move) => emphasize(table, move), winChances: table.winChances };
  listMoves(table.parts.moves, table.moves, callbacks);
}

/** Emphasizes the pieces of a move and what it would reach; if `move` is null, nothing. */
export function emphasize(table, move) {
  const { stage } = table.parts;
  const reached = new Set(move ? table.look.previewPieces(move, table.seat) : []);
  for (const piece of piecesOf(stage)) piece.classList.toggle("emphasized", Boolean(move) && matches(piece, move));
  for (const piece of stage.querySelectorAll(".reached")) piece.classList.remove("reached");
  for (const id of reached) findPiece(stage, id)?.classList.add("reached");
}
