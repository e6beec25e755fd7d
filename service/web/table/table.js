/**
 * The table: a session as this device sees it. `table` is its only state: `position` is what the board shows, `steps` are newer positions
 * that are waiting to be shown, `entries` is the log. `draw` shows the state; everything else changes it.
 */

import { Problem, read } from "../core/api.js";
import { announce } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { loadSession } from "../core/storage.js";
import { addTexts, text } from "../core/texts.js";
import { loadLook } from "../games/looks.js";
import { createActions } from "./actions.js";
import { layOut, screenMode } from "./board/layout.js";
import { explainPieces, hideTooltip } from "./board/tooltip.js";
import { chooseAt, chooseByKey, deselect, light } from "./choosing.js";
import { openCoach } from "./coaching.js";
import { listenToDrags } from "./dragging.js";
import { drawLog } from "./draw.js";
import { follow } from "./log/feed.js";
import { readHistory } from "./log/history.js";
import { createReplay, stopReplay } from "./log/replay.js";
import { entryText } from "./log/sentences.js";
import { closeMenu } from "./menu.js";
import { startClock } from "./people/clock.js";
import { readPresence, watchPresence } from "./people/presence_reader.js";
import { historyToken } from "./people/tokens.js";
import { acceptPosition, openPosition, readPosition, refresh } from "./position.js";
import { createSkeleton } from "./skeleton.js";
import { addStep, isCatchingUp, skip } from "./steps.js";

const ARRIVAL = 2_000; // By then a player who joined has a live feed.

/**
 * Opens the table of a session and returns a function that closes it; `onFailure` is called with a problem that ends it, `onLanguage` with
 * a language that the user chooses.
 */
export async function openTable(page, id, listeners) {
  const table = createTable(id, listeners);
  await addTexts("table/texts");
  table.position = await readPosition(table);
  table.catalogue = await read(`/v1/games/${table.position.game}`);
  table.game = { id: table.catalogue.id, title: table.catalogue.title };
  table.glossary = new Map(table.catalogue.glossary.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]));
  table.look = await loadLook(table.game.id);
  table.needsHandover = await viewsDiffer(table);
  table.awaitsHandover = table.needsHandover && !table.position.outcome;
  const { version } = table.position;
  const history = await readHistory(table, historyToken(table));
  table.entries = history.filter((entry) => entry.version <= version); // The feed sends what came after the position.
  table.parts = createSkeleton(page, table);
  await openCoach(table);
  const stops = [listen(table)];
  await openPosition(table);
  stops.push(follow(feedPath(table), historyToken(table), version, feedListeners(table)));
  stops.push(startClock(table), watchPresence(table));
  return () => close(table, stops);
}

function createTable(id, { onFailure, onLanguage }) {
  const saved = loadSession(id);
  const ownSeats = Object.keys(saved.tokens).map(Number);
  const table = { id, saved, ownSeats, onFailure, onLanguage, seat: ownSeats[0] ?? null, isOpen: true, notice: "" };
  Object.assign(table, { pastVersion: null, winChances: new Map(), moves: [], selection: null, targets: new Map(), changes: new Map() });
  Object.assign(table, { mode: screenMode(), tab: "table", litTabs: new Set(), lastRefresh: 0, lastBoard: 0, replay: createReplay() });
  table.steps = { waiting: [], last: 0, spent: 0, isRunning: false, endPause: () => {} };
  table.actions = createActions(table);
  return table;
}

function close(table, stops) {
  table.isOpen = false;
  closeMenu();
  hideTooltip();
  stopReplay(table);
  for (const stop of stops) stop();
}

/** Listens to the user and to the size of the screen; returns a function that stops it. */
function listen(table) {
  const { stage, root } = table.parts;
  const onKey = (event) => event.key === "Escape" && !closeMenu() && deselect(table);
  const resize = new ResizeObserver(() => changeMode(table));
  stage.addEventListener("click", (event) => (isCatchingUp(table) ? skip(table) : chooseAt(table, event)));
  stage.addEventListener("keydown", (event) => chooseByKey(table, event));
  document.addEventListener("keydown", onKey);
  document.body.classList.add("at-table");
  root.dataset.mode = table.mode;
  explainPieces(stage, table);
  listenToDrags(stage, table);
  resize.observe(stage);
  const stopSettings = settings.onChange(() => light(table));
  return () => {
    document.removeEventListener("keydown", onKey);
    document.body.classList.remove("at-table");
    resize.disconnect();
    stopSettings();
  };
}

function changeMode(table) {
  table.mode = screenMode();
  table.parts.root.dataset.mode = table.mode;
  layOut(table);
  if (table.isOpen) light(table);
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
      const hasNoFeed = ["streams_full", "too_many_streams"].includes(problem?.code);
      const key = hasNoFeed ? "problem.streams_full" : { redis_away: "problem.redis_away" }[problem?.code];
      table.parts.connection.textContent = isConnected ? "" : text(key ?? "connection.lost");
      if (isConnected ? table.isDisconnected : hasNoFeed) refresh(table);
      table.isDisconnected = !isConnected;
    },
    onFailure: (problem) => table.isOpen && table.onFailure(problem),
  };
}

/** Adds an entry of the feed to the log and to the steps; without a position in the entry, reads it. */
function acceptEntry(table, { position, ...entry }) {
  table.entries.push(entry);
  if (entry.type === "ended") return table.onFailure(new Problem("session_unknown"));
  announce(entryText(table, entry));
  if (entry.type === "claimed") setTimeout(() => table.isOpen && readPresence(table), ARRIVAL);
  if (entry.version <= table.position.version) drawLog(table);
  if (position) return acceptPosition(table, position, entry.seat);
  addStep(table, { version: entry.version, seat: entry.seat });
  refresh(table);
}
