/** Draws the table in its current position; `table.actions` is what the user can do. */

import { show } from "../core/dom.js";
import { text } from "../core/texts.js";
import { disable, emphasizePieces, fetchBoard, highlightMoves, markChanges, scrollToHighlighted } from "./board.js";
import { drawClock } from "./clock.js";
import { drawHistory } from "./history.js";
import { listMoves, openMenu } from "./moves.js";
import { playerName } from "./player_names.js";
import { drawScores } from "./scores.js";
import { drawSeats } from "./seats.js";
import { viewerToken } from "./tokens.js";
import { drawToolbar } from "./toolbar.js";

const SLOW_AI = 15_000;

/** Draws everything; a past position has no moves to click. */
export async function draw(table) {
  const { parts, position } = table;
  const isYourTurn = position.to_act !== null && position.to_act.seat === table.seat && position.legal_moves.length > 0;
  drawStatus(table, isYourTurn);
  drawSeats(table);
  drawClock(table);
  drawToolbar(table, isYourTurn);
  drawHistory(table);
  drawScores(table);
  parts.handover.hidden = !table.awaitsHandover;
  parts.handover.querySelector("p").textContent = text("curtain", { name: playerName(table, table.seat) });
  drawMoves(table, isYourTurn && !table.awaitsHandover && table.pastVersion === null ? position.legal_moves : []);
  table.drawnPosition = position;
  try {
    await drawBoard(table, isYourTurn);
  } catch (problem) {
    table.drawnPosition = undefined;
    throw problem;
  }
}

/** Draws whose turn it is, the decision to make and the notice. */
export function drawStatus(table, isYourTurn) {
  const { parts } = table;
  parts.turn.textContent = turnText(table, isYourTurn);
  parts.decision.textContent = isYourTurn ? table.position.to_act.decision.label : "";
  parts.status.classList.toggle("your-turn", isYourTurn);
  parts.notice.textContent = table.notice;
  parts.notice.hidden = !table.notice;
  clearTimeout(table.slowAiTimer);
  if (table.position.to_act && !isYourTurn) table.slowAiTimer = setTimeout(() => explainSlowAi(table), SLOW_AI);
  document.title = `${isYourTurn ? "● " : ""}${table.game.title} – Arbiter`;
}

function turnText(table, isYourTurn) {
  const { to_act: toAct, outcome, seats } = table.position;
  if (outcome) return text("over");
  if (isYourTurn) return text("your_turn", { name: playerName(table, table.seat) });
  return toAct && text(seats[toAct.seat].kind === "ai" ? "thinks" : "waits", { name: playerName(table, toAct.seat) });
}

/** AI players usually answer within a second; explains the delay if one does not. */
function explainSlowAi(table) {
  const toAct = table.position.to_act;
  if (!table.isOpen || table.position.seats[toAct?.seat]?.kind !== "ai") return;
  table.parts.turn.textContent = text("thinks.long", { name: playerName(table, toAct.seat) });
}

function drawMoves(table, moves) {
  table.parts.movesPanel.hidden = !moves.length;
  table.parts.movesCount.textContent = moves.length || "";
  table.emphasizedMove = null;
  const callbacks = { make: table.actions.make, emphasize: (move) => emphasize(table, move), winChances: table.winChances };
  listMoves(table.parts.moves, moves, callbacks);
}

/** Emphasizes the pieces of a move, on this board and on the one that is being loaded. */
export function emphasize(table, move) {
  table.emphasizedMove = move;
  emphasizePieces(table.board, move);
}

/** Draws the board; `aria-busy` is set until it shows the position. During a handover no board is shown, even if one is still loading. */
async function drawBoard(table, isYourTurn) {
  const number = (table.lastBoard += 1);
  const frame = table.parts.board;
  frame.setAttribute("aria-busy", !table.awaitsHandover);
  if (table.awaitsHandover) return frame.replaceChildren();
  if (Number(frame.dataset.version) !== (table.pastVersion ?? table.position.version)) disable(table.board);
  const board = await fetchBoard(table.id, viewerToken(table), table.pastVersion);
  if (number !== table.lastBoard || !table.isOpen) return;
  const { make } = table.actions;
  const menuActions = { make, emphasize: (move) => emphasize(table, move) };
  const choose = (moves, event) => (moves.length === 1 ? make(moves[0]) : openMenu(moves, event, menuActions));
  highlightMoves(board, isYourTurn && table.pastVersion === null ? table.position.legal_moves : [], choose);
  markChanges(table.board, board);
  table.board = board;
  emphasizePieces(board, table.emphasizedMove);
  show(frame, board);
  if (table.position.outcome && !table.hasShownOutcome) table.parts.root.scrollIntoView();
  else scrollToHighlighted(board);
  table.hasShownOutcome = table.position.outcome !== null;
  frame.dataset.version = table.pastVersion ?? table.position.version;
  frame.setAttribute("aria-busy", false);
}
