/** What the user can do at the table. */

import { send } from "../core/api.js";
import { saveSession } from "../core/storage.js";
import { text } from "../core/texts.js";
import { navigate } from "../core/url_fragment.js";
import { attempt, showProblem } from "./attempts.js";
import { lock, settle } from "./board/settling.js";
import { light } from "./choosing.js";
import { draw, drawMoves, drawStatus, emphasize } from "./draw.js";
import { followHint } from "./hints.js";
import { closeMenu } from "./menu.js";
import { readPresence } from "./people/presence_reader.js";
import { hostToken, viewerToken } from "./people/tokens.js";
import { acceptPosition, refresh } from "./position.js";

/** Returns the actions of a table. */
export function createActions(table) {
  return {
    make: (move) => sendChange(table, "moves", { move }),
    undo: () => sendChange(table, "undo", { to: "decision" }, seatToUndo(table)),
    undoTurn: () => sendChange(table, "undo", { to: "turn" }, seatToUndo(table)),
    resign: () => sendChange(table, `seats/${table.seat}/resignations`, {}),
    hint: () => showHint(table),
    view: (version, options) => viewVersion(table, version, options),
    fork: () => attempt(table, () => fork(table)),
    attempt: (action) => attempt(table, action),
    readPresence: () => readPresence(table),
    finishHandover: () => finishHandover(table),
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
  table.selection = null;
  lock(table);
  table.parts.root.classList.add("busy");
  closeMenu();
  let refusal = null;
  try {
    const headers = { "If-Match": `"${version}"` };
    const position = await send(`/v1/sessions/${table.id}/${path}`, body, { token: table.saved.tokens[seat], headers });
    await acceptPosition(table, position, seat);
  } catch (problem) {
    refusal = problem;
    showProblem(table, problem);
  }
  if (table.pendingVersion === version) {
    table.pendingVersion = null;
    table.parts.root.classList.remove("busy");
  }
  if (!refusal || !table.isOpen) return;
  settle(table);
  light(table);
  if (refusal.code !== "network") await refresh(table);
}

/** Returns the seat of the last move if it is played on this device, else the viewing seat: on a shared device the turn may have passed. */
function seatToUndo(table) {
  const movers = [];
  for (const { type, seat, moves } of table.entries) {
    if (type === "moved") movers.push(seat);
    if (type === "undone") movers.splice(-moves);
  }
  return table.ownSeats.includes(movers.at(-1)) ? movers.at(-1) : table.seat;
}

async function showHint(table) {
  table.notice = text("hint.asked");
  drawStatus(table, true);
  const { version } = table.position;
  const isWanted = () => table.isOpen && version === table.position.version && table.pendingVersion !== version;
  await attempt(table, () => followHint(table, viewerToken(table), (hint) => tellHint(table, hint), isWanted));
}

/** Shows a hint; the board stays as it is, so that clicks on it count, and so does the list while its best moves are the same. */
function tellHint(table, { move, chances, isDone }) {
  const [best] = chances.keys();
  const isOther = [...chances.keys()].join() !== [...(table.winChances?.keys() ?? [])].join();
  table.notice = text(isDone ? "hint.told" : "hint.so_far", { move: move.label });
  drawStatus(table, true);
  if (!isOther && !isDone) return;
  table.winChances = chances;
  drawMoves(table);
  emphasize(table, JSON.parse(best));
}

/** Shows a past version, or the current position if `version` is null or the latest; `milliseconds` is how long the change is shown. */
async function viewVersion(table, version, { milliseconds = 0 } = {}) {
  const latest = table.steps.last;
  table.pastVersion = version === null || version >= latest ? null : version;
  if (table.pastVersion === null && table.position.version < latest) return refresh(table);
  await attempt(table, () => draw(table, { version: table.pastVersion ?? table.position.version, milliseconds }));
}

/** Forks the session at the version that is shown; this device plays every seat of the fork that it gets a token for. */
async function fork(table) {
  const { id, pastVersion } = table;
  const created = await send(`/v1/sessions/${id}/forks`, { version: pastVersion }, { token: hostToken(table) ?? viewerToken(table) });
  const secrets = (name) => Object.fromEntries(created.seats.filter((seat) => seat[name]).map((seat) => [seat.seat, seat[name]]));
  const [tokens, codes] = [secrets("token"), secrets("invite_code")];
  const inviteCodes = Object.fromEntries(Object.entries(codes).filter(([seat]) => !(seat in tokens)));
  saveSession({ id: created.id, game: created.game, hostToken: created.host_token, tokens, inviteCodes });
  navigate({ session: created.id });
}

function finishHandover(table) {
  table.awaitsHandover = false;
  return attempt(table, () => draw(table));
}
