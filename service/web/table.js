/** The table: a session as this device sees it, drawn again after every change. */

import { Problem, read, send } from "./api.js";
import { disable, emphasizePieces, fetchBoard, highlightMoves, markChanges, scrollToHighlighted } from "./board.js";
import { announce, show } from "./dom.js";
import { follow } from "./feed.js";
import { requestHint } from "./hints.js";
import { drawHistory, entryText, readHistory } from "./history.js";
import { closeMenu, listMoves, moveKey, openMenu } from "./moves.js";
import { playerName } from "./player_names.js";
import { problemText } from "./problems.js";
import { drawScores } from "./scores.js";
import { drawSeats } from "./seats.js";
import { loadSession, saveSession } from "./storage.js";
import { createTableLayout } from "./table_layout.js";
import { text } from "./texts.js";
import { drawToolbar } from "./toolbar.js";
import { navigate } from "./url_fragment.js";

const SLOW_AI = 15_000;

/** Opens the table of a session and returns a function that closes it; `onFailure` is called with a problem that ends it. */
export async function openTable(page, id, onFailure) {
  const [saved, { games }] = [loadSession(id), await read("/v1/games")];
  const ownSeats = Object.keys(saved.tokens).map(Number);
  const table = { id, saved, ownSeats, onFailure, seat: ownSeats[0] ?? null, pastVersion: null, winChances: new Map(), notice: "" };
  Object.assign(table, { isOpen: true, lastRefresh: 0, lastBoard: 0 });
  table.position = await readPosition(table);
  table.game = games.find((game) => game.id === table.position.game);
  table.needsHandover = await viewsDiffer(table);
  table.awaitsHandover = table.needsHandover && !table.position.outcome;
  table.entries = await readHistory(table, historyToken(table));
  table.parts = createTableLayout(page, table, () => finishHandover(table));
  await drawAsSeatToAct(table);
  const stop = follow(`/v1/sessions/${id}/events`, historyToken(table), table.entries.at(-1)?.version ?? 0, feedListeners(table));
  return () => {
    table.isOpen = false;
    closeMenu();
    stop();
  };
}

/** Returns the token of the viewing seat; undefined for a spectator. */
function viewerToken(table) {
  return table.saved.tokens[table.seat];
}

/** Returns the token to read the history with: none if several seats share the device, so that it shows only public information. */
function historyToken(table) {
  return table.ownSeats.length > 1 ? undefined : viewerToken(table);
}

function readPosition(table) {
  return read(`/v1/sessions/${table.id}`, viewerToken(table));
}

/** Returns whether the seats on this device see different things, so that the board must be hidden between their turns. */
async function viewsDiffer({ id, saved, ownSeats }) {
  const readView = async (seat) => JSON.stringify((await read(`/v1/sessions/${id}`, saved.tokens[seat])).view);
  const views = await Promise.all(ownSeats.map(readView));
  return new Set(views).size > 1;
}

function feedListeners(table) {
  return {
    onEntry: (entry) => {
      table.entries.push(entry);
      if (entry.type === "ended") return table.onFailure(new Problem("session_unknown"));
      const message = entryText(table, entry);
      table.parts.latestEntry.textContent = message;
      announce(message);
      drawHistory(table, actions(table));
      if (entry.version > table.position.version) refresh(table);
    },
    onConnectionChange: (isConnected, problem) => {
      table.parts.connection.hidden = isConnected;
      const key = { streams_full: "problem.streams_full", redis_away: "problem.redis_away" }[problem?.code];
      table.parts.connection.textContent = isConnected ? "" : text(key ?? "connection.lost");
      if (isConnected ? table.isDisconnected : problem?.code === "streams_full") refresh(table);
      table.isDisconnected = !isConnected;
    },
    onFailure: (problem) => table.isOpen && table.onFailure(problem),
  };
}

/** Reads the position again; of several concurrent calls only the last one is drawn. */
async function refresh(table) {
  const number = (table.lastRefresh += 1);
  await attempt(table, async () => {
    const position = await readPosition(table);
    if (number === table.lastRefresh && table.isOpen) await acceptPosition(table, position);
  });
}

/**
 * Shows a position unless it is older than the current one. If it is the view of another seat, reads it again as the viewing seat. A
 * position that is drawn already is not drawn again: replacing the board between pointer down and pointer up would lose the click.
 */
async function acceptPosition(table, position) {
  if (!table.isOpen) return;
  if (position.seat !== table.seat) return refresh(table);
  if (position.version < table.position.version || isDrawn(table, position)) return;
  if (position.version > table.position.version) table.winChances = new Map();
  table.position = position;
  await drawAsSeatToAct(table);
}

function isDrawn({ drawnPosition }, { version, seat }) {
  return drawnPosition !== undefined && drawnPosition.version === version && drawnPosition.seat === seat;
}

/** Draws the table; first switches to the seat to act if it is played on this device. */
async function drawAsSeatToAct(table) {
  const seatToAct = table.position.to_act?.seat;
  if (table.ownSeats.includes(seatToAct) && seatToAct !== table.seat) {
    table.seat = seatToAct;
    table.awaitsHandover = table.needsHandover;
    return refresh(table);
  }
  await draw(table);
}

function finishHandover(table) {
  table.awaitsHandover = false;
  return attempt(table, () => draw(table));
}

/** Draws everything; a past position has no moves to click. */
async function draw(table) {
  const { parts, position } = table;
  const isYourTurn = position.to_act !== null && position.to_act.seat === table.seat && position.legal_moves.length > 0;
  drawStatus(table, isYourTurn);
  drawSeats(table);
  drawToolbar(table, isYourTurn, actions(table));
  drawHistory(table, actions(table));
  drawScores(table);
  parts.handover.hidden = !table.awaitsHandover;
  parts.handover.querySelector("p").textContent = text("curtain", { name: playerName(table, table.seat) });
  drawMoves(table, isYourTurn && !table.awaitsHandover && table.pastVersion === null ? position.legal_moves : []);
  await drawBoard(table, isYourTurn);
  table.drawnPosition = position;
}

function drawStatus(table, isYourTurn) {
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
  const { make } = actions(table);
  table.parts.movesPanel.hidden = !moves.length;
  table.parts.movesCount.textContent = moves.length || "";
  table.emphasizedMove = null;
  listMoves(table.parts.moves, moves, { make, emphasize: (move) => emphasize(table, move), winChances: table.winChances });
}

/** Emphasizes the pieces of a move, on this board and on the one that is being loaded. */
function emphasize(table, move) {
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
  const { make } = actions(table);
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

/** Returns what the user can do. */
function actions(table) {
  return {
    make: (move) => sendChange(table, "moves", { move }),
    undo: () => sendChange(table, "undo", {}, seatToUndo(table)),
    resign: () => sendChange(table, `seats/${table.seat}/resignations`, {}),
    hint: () => showHint(table),
    view: (version) => viewVersion(table, version),
    fork: () => attempt(table, () => fork(table)),
  };
}

/**
 * Sends a change for the version that is shown; ignores further changes of the same version. The live feed may show the next version
 * before the response arrives; then the next change need not wait for it. After a refusal the position is read again.
 */
async function sendChange(table, path, body, seat = table.seat) {
  const { version } = table.position;
  if (table.pendingVersion === version) return;
  table.pendingVersion = version;
  table.notice = "";
  table.parts.root.classList.add("busy");
  closeMenu();
  let refusal = null;
  try {
    const headers = { "If-Match": `"${version}"` };
    const position = await send(`/v1/sessions/${table.id}/${path}`, body, { token: table.saved.tokens[seat], headers });
    await acceptPosition(table, position);
  } catch (problem) {
    refusal = problem;
    showProblem(table, problem);
  }
  if (table.pendingVersion === version) {
    table.pendingVersion = null;
    table.parts.root.classList.remove("busy");
  }
  if (refusal && refusal.code !== "network") await refresh(table);
}

/** Returns the seat of the last move if it is played on this device, else the viewing seat: on a shared device the turn may have passed. */
function seatToUndo(table) {
  const movers = [];
  for (const { type, seat } of table.entries) {
    if (type === "moved") movers.push(seat);
    if (type === "undone") movers.pop();
  }
  return table.ownSeats.includes(movers.at(-1)) ? movers.at(-1) : table.seat;
}

async function showHint(table) {
  table.notice = text("hint.asked");
  drawStatus(table, true);
  const { version } = table.position;
  await attempt(table, async () => {
    const winChances = await requestHint(table, viewerToken(table));
    if (version !== table.position.version) return;
    const [best] = winChances.keys();
    table.winChances = winChances;
    table.notice = text("hint.told", { move: table.position.legal_moves.find((move) => moveKey(move) === best)?.label ?? "" });
    await draw(table);
    emphasize(table, JSON.parse(best));
  });
}

/** Shows a past version; the current position if `version` is null or the latest. */
async function viewVersion(table, version) {
  table.pastVersion = version === null || version >= table.position.version ? null : version;
  await attempt(table, () => draw(table));
}

/** Forks the session at the version that is shown; this device plays every seat of the fork that it gets a token for. */
async function fork({ id, saved, pastVersion }) {
  const created = await send(`/v1/sessions/${id}/forks`, { version: pastVersion }, { token: saved.hostToken });
  const tokens = Object.fromEntries(created.seats.filter(({ token }) => token).map(({ seat, token }) => [seat, token]));
  saveSession({ id: created.id, game: created.game, hostToken: created.host_token, tokens, inviteCodes: {} });
  navigate({ session: created.id });
}

async function attempt(table, action) {
  try {
    await action();
  } catch (problem) {
    showProblem(table, problem);
  }
}

function showProblem(table, problem) {
  if (!table.isOpen) return;
  if (["session_unknown", "token_unknown"].includes(problem.code)) return table.onFailure(problem);
  table.notice = problemText(problem);
  table.parts.notice.textContent = table.notice;
  table.parts.notice.hidden = false;
}
