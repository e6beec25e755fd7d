/** The table: a session as this device sees it, drawn again after every change. */

import { Problem, read } from "../core/api.js";
import { announce } from "../core/dom.js";
import { loadSession } from "../core/storage.js";
import { text } from "../core/texts.js";
import { createActions } from "./actions.js";
import { startClock } from "./clock.js";
import { follow } from "./feed.js";
import { drawHistory, entryText, readHistory } from "./history.js";
import { closeMenu } from "./moves.js";
import { acceptFromFeed, drawAsSeatToAct, readPosition, refresh } from "./position.js";
import { readPresence, watchPresence } from "./presence_reader.js";
import { createTableLayout } from "./table_layout.js";
import { historyToken } from "./tokens.js";

const ARRIVAL = 2_000; // By then a player who joined has a live feed.

/** Opens the table of a session and returns a function that closes it; `onFailure` is called with a problem that ends it. */
export async function openTable(page, id, onFailure) {
  const [saved, { games }] = [loadSession(id), await read("/v1/games")];
  const ownSeats = Object.keys(saved.tokens).map(Number);
  const table = { id, saved, ownSeats, onFailure, seat: ownSeats[0] ?? null, pastVersion: null, winChances: new Map(), notice: "" };
  Object.assign(table, { isOpen: true, lastRefresh: 0, lastBoard: 0, actions: createActions(table) });
  table.position = await readPosition(table);
  table.game = games.find((game) => game.id === table.position.game);
  table.needsHandover = await viewsDiffer(table);
  table.awaitsHandover = table.needsHandover && !table.position.outcome;
  table.entries = await readHistory(table, historyToken(table));
  table.parts = createTableLayout(page, table);
  await drawAsSeatToAct(table);
  const stops = [follow(feedPath(table), historyToken(table), table.entries.at(-1)?.version ?? 0, feedListeners(table))];
  stops.push(startClock(table), watchPresence(table));
  return () => {
    table.isOpen = false;
    closeMenu();
    for (const stop of stops) stop();
  };
}

/** Returns whether the seats on this device see different things, so that the board must be hidden between their turns. */
async function viewsDiffer({ id, saved, ownSeats }) {
  if (ownSeats.length < 2) return false;
  const readView = async (seat) => JSON.stringify((await read(`/v1/sessions/${id}`, saved.tokens[seat])).view);
  const views = await Promise.all(ownSeats.map(readView));
  return new Set(views).size > 1;
}

/** The feed carries positions unless several seats share the device: it is then read without a token and knows no legal moves. */
function feedPath({ id, ownSeats }) {
  return `/v1/sessions/${id}/events${ownSeats.length > 1 ? "" : "?include=position"}`;
}

function feedListeners(table) {
  return {
    onEntry: (entry) => acceptEntry(table, entry),
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

/** Shows an entry of the feed and the position after it; without a position in the entry, reads it. */
function acceptEntry(table, { position, ...entry }) {
  table.entries.push(entry);
  if (entry.type === "ended") return table.onFailure(new Problem("session_unknown"));
  const message = entryText(table, entry);
  table.parts.latestEntry.textContent = message;
  announce(message);
  drawHistory(table);
  if (entry.type === "claimed") setTimeout(() => table.isOpen && readPresence(table), ARRIVAL);
  if (entry.version <= table.position.version) return;
  if (position) acceptFromFeed(table, position);
  else refresh(table);
}
