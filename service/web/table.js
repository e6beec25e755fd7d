/** A session at the table: what this device may see of it, drawn anew whenever something happens. */

import { go } from "./url_fragment.js";
import { Problem, read, send } from "./api.js";
import { bringToView, fetchBoard, light, markChanges, pointAt, putOut } from "./board.js";
import { say, show } from "./dom.js";
import { follow } from "./feed.js";
import { adviceFor } from "./hints.js";
import { recall, remember } from "./storage.js";
import { drawLog, entryWords, readHistory } from "./history.js";
import { bare, closeMenu, listMoves, openMenu } from "./moves.js";
import { nameOf } from "./player_names.js";
import { sentence } from "./problems.js";
import { drawScores } from "./scores.js";
import { drawSeats } from "./seats.js";
import { skeleton } from "./table_layout.js";
import { text } from "./texts.js";
import { drawTools } from "./toolbar.js";

const PATIENCE = 15_000;

/** Opens the table on the page and returns how to leave it; `fail` is told a problem that ends it. */
export async function openTable(page, id, fail) {
  const [kept, { games }] = [recall(id), await read("/v1/games")];
  const own = Object.keys(kept.seats).map(Number);
  const table = { id, kept, own, fail, seat: own[0] ?? null, past: null, advice: new Map(), notice: "" };
  Object.assign(table, { isOpen: true, drawn: 0, pictures: 0 });
  table.position = await look(table);
  table.game = games.find((game) => game.id === table.position.game);
  table.isSecret = await hasSecrets(table);
  table.isCovered = table.isSecret && !table.position.outcome;
  table.entries = await readHistory(table, publicToken(table));
  table.parts = skeleton(page, table, () => lift(table));
  await turnTo(table);
  const stop = follow(`/v1/sessions/${id}/events`, publicToken(table), table.entries.at(-1)?.version ?? 0, listener(table));
  return () => {
    table.isOpen = false;
    closeMenu();
    stop();
  };
}

/** The token of the seat that is looked from; a device without a seat looks on. */
export function tokenOf(table) {
  return table.kept.seats[table.seat];
}

/** Where several people share the device, its log tells only what everybody may know. */
function publicToken(table) {
  return table.own.length > 1 ? undefined : tokenOf(table);
}

function look(table) {
  return read(`/v1/sessions/${table.id}`, tokenOf(table));
}

/** Whether two people on this device see different things, so that a curtain must fall between their turns. */
async function hasSecrets({ id, kept, own }) {
  const views = await Promise.all(own.map(async (seat) => JSON.stringify((await read(`/v1/sessions/${id}`, kept.seats[seat])).view)));
  return new Set(views).size > 1;
}

/** What the feed's news lead to. */
function listener(table) {
  return {
    hear: (entry) => {
      table.entries.push(entry);
      if (entry.type === "ended") return table.fail(new Problem("session_unknown"));
      const words = entryWords(table, entry);
      table.parts.news.textContent = words;
      say(words);
      drawLog(table, actions(table));
      if (entry.version > table.position.version) refresh(table);
    },
    changed: (isConnected, problem) => {
      table.parts.connection.hidden = isConnected;
      const words = { streams_full: "problem.streams_full", redis_away: "problem.redis_away" }[problem?.code];
      table.parts.connection.textContent = isConnected ? "" : text(words ?? "connection.lost");
      if (isConnected ? table.isLost : problem?.code === "streams_full") refresh(table);
      table.isLost = !isConnected;
    },
    fail: (problem) => table.isOpen && table.fail(problem),
  };
}

/** Reads the position again; of several calls at once only the last one is drawn. */
async function refresh(table) {
  const turn = (table.drawn += 1);
  await attempt(table, async () => {
    const position = await look(table);
    if (turn === table.drawn && table.isOpen) await accept(table, position);
  });
}

/**
 * Takes a newer position over; one that another seat of this device asked for is asked for again. What is shown already is not drawn
 * again: a picture that changes under the pointer swallows the click.
 */
async function accept(table, position) {
  if (!table.isOpen) return;
  if (position.seat !== table.seat) return refresh(table);
  if (position.version < table.position.version || isShown(table, position)) return;
  if (position.version > table.position.version) table.advice = new Map();
  table.position = position;
  await turnTo(table);
}

function isShown({ shown }, { version, seat }) {
  return shown !== undefined && shown.version === version && shown.seat === seat;
}

/** Looks from the seat to act where that seat is played here, behind a curtain where there are secrets. */
async function turnTo(table) {
  const next = table.position.to_act?.seat;
  if (table.own.includes(next) && next !== table.seat) {
    table.seat = next;
    table.isCovered = table.isSecret;
    return refresh(table);
  }
  await draw(table);
}

function lift(table) {
  table.isCovered = false;
  return attempt(table, () => draw(table));
}

/** Draws everything; in the past the board of that moment, with nothing to click. */
async function draw(table) {
  const { parts, position } = table;
  const isMine = position.to_act !== null && position.to_act.seat === table.seat && position.legal_moves.length > 0;
  drawStatus(table, isMine);
  drawSeats(table);
  drawTools(table, isMine, actions(table));
  drawLog(table, actions(table));
  drawScores(table);
  parts.curtain.hidden = !table.isCovered;
  parts.curtain.querySelector("p").textContent = text("curtain", { name: nameOf(table, table.seat) });
  drawMoves(table, isMine && !table.isCovered && table.past === null ? position.legal_moves : []);
  await drawBoard(table, isMine);
  table.shown = position;
}

function drawStatus(table, isMine) {
  const { to_act: asked, outcome } = table.position;
  const { parts } = table;
  const other = asked && text(table.position.seats[asked.seat].kind === "ai" ? "thinks" : "waits", { name: nameOf(table, asked.seat) });
  parts.turn.textContent = outcome ? text("over") : isMine ? text("your_turn", { name: nameOf(table, table.seat) }) : other;
  parts.question.textContent = isMine ? asked.decision.label : "";
  parts.status.classList.toggle("mine", isMine);
  parts.notice.textContent = table.notice;
  parts.notice.hidden = !table.notice;
  clearTimeout(table.patience);
  if (asked && !isMine) table.patience = setTimeout(() => doubt(table), PATIENCE);
  document.title = `${isMine ? "● " : ""}${table.game.title} – Arbiter`;
}

/** Computers answer within a second; when none does, the reader learns that nothing is lost. */
function doubt(table) {
  const asked = table.position.to_act;
  if (!table.isOpen || table.position.seats[asked?.seat]?.kind !== "ai") return;
  table.parts.turn.textContent = text("thinks.long", { name: nameOf(table, asked.seat) });
}

function drawMoves(table, moves) {
  const { make } = actions(table);
  table.parts.movesPanel.hidden = !moves.length;
  table.parts.movesCount.textContent = moves.length || "";
  table.pointed = null;
  listMoves(table.parts.moves, moves, { make, point: (move) => point(table, move), advice: table.advice });
}

/** Points at the pieces of a move; a picture still on its way will do the same. */
function point(table, move) {
  table.pointed = move;
  pointAt(table.board, move);
}

/** Draws the picture; its frame is busy until it shows the position. Under the curtain there is none, not even one still on its way. */
async function drawBoard(table, isMine) {
  const turn = (table.pictures += 1);
  const frame = table.parts.board;
  frame.setAttribute("aria-busy", !table.isCovered);
  if (table.isCovered) return frame.replaceChildren();
  if (Number(frame.dataset.version) !== (table.past ?? table.position.version)) putOut(table.board);
  const board = await fetchBoard(table.id, tokenOf(table), table.past);
  if (turn !== table.pictures || !table.isOpen) return;
  const { make } = actions(table);
  const which = { make, point: (move) => point(table, move) };
  const choose = (moves, event) => (moves.length === 1 ? make(moves[0]) : openMenu(moves, event, which));
  light(board, isMine && table.past === null ? table.position.legal_moves : [], choose);
  markChanges(table.board, board);
  table.board = board;
  pointAt(board, table.pointed);
  show(frame, board);
  if (table.position.outcome && !table.hasEnded) table.parts.root.scrollIntoView();
  else bringToView(board);
  table.hasEnded = table.position.outcome !== null;
  frame.dataset.version = table.past ?? table.position.version;
  frame.setAttribute("aria-busy", false);
}

/** What the reader can do. */
function actions(table) {
  return {
    make: (move) => change(table, "moves", { move }),
    undo: () => change(table, "undo", {}, lastMover(table)),
    resign: () => change(table, `seats/${table.seat}/resignations`, {}),
    hint: () => seekAdvice(table),
    visit: (version) => visit(table, version),
    fork: () => attempt(table, () => playOn(table)),
    tell: (words) => {
      table.notice = words;
      return attempt(table, () => draw(table));
    },
  };
}

/**
 * Sends a change of this seat for the version it sees, once; whatever comes of it, the table shows how things stand. The feed may show the
 * next version before the answer is here: then the next change need not wait for it.
 */
async function change(table, path, body, seat = table.seat) {
  const { version } = table.position;
  if (table.asked === version) return;
  table.asked = version;
  table.notice = "";
  table.parts.root.classList.add("busy");
  closeMenu();
  let refusal = null;
  try {
    const headers = { "If-Match": `"${version}"` };
    await accept(table, await send(`/v1/sessions/${table.id}/${path}`, body, { token: table.kept.seats[seat], headers }));
  } catch (problem) {
    refusal = problem;
    complain(table, problem);
  }
  if (table.asked === version) {
    table.asked = null;
    table.parts.root.classList.remove("busy");
  }
  if (refusal && refusal.code !== "network") await refresh(table);
}

/** The seat whose move would be taken back, where it is played here: on a shared device the turn has often passed on already. */
function lastMover(table) {
  const standing = [];
  for (const { type, seat } of table.entries) {
    if (type === "moved") standing.push(seat);
    if (type === "undone") standing.pop();
  }
  return table.own.includes(standing.at(-1)) ? standing.at(-1) : table.seat;
}

async function seekAdvice(table) {
  table.notice = text("hint.asked");
  drawStatus(table, true);
  const { version } = table.position;
  await attempt(table, async () => {
    const advice = await adviceFor(table, tokenOf(table));
    if (version !== table.position.version) return;
    const [best] = advice.keys();
    table.advice = advice;
    table.notice = text("hint.told", { move: table.position.legal_moves.find((move) => bare(move) === best)?.label ?? "" });
    await draw(table);
    point(table, JSON.parse(best));
  });
}

/** Looks at an earlier moment; at null, at the present. */
async function visit(table, version) {
  table.past = version === null || version >= table.position.version ? null : version;
  await attempt(table, () => draw(table));
}

/** A game of its own from the moment shown; whoever starts it plays every free seat of people here. */
async function playOn({ id, kept, past }) {
  const made = await send(`/v1/sessions/${id}/forks`, { version: past }, { token: kept.host });
  const seats = Object.fromEntries(made.seats.filter(({ token }) => token).map(({ seat, token }) => [seat, token]));
  remember({ id: made.id, game: made.game, host: made.host_token, seats, invites: {} });
  go({ session: made.id });
}

async function attempt(table, act) {
  try {
    await act();
  } catch (problem) {
    complain(table, problem);
  }
}

function complain(table, problem) {
  if (!table.isOpen) return;
  if (["session_unknown", "token_unknown"].includes(problem.code)) return table.fail(problem);
  table.notice = sentence(problem);
  table.parts.notice.textContent = table.notice;
  table.parts.notice.hidden = false;
}
