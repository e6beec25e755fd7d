/** The games that this device plays: opponents and whose turn it is in each of them, read in one call. */

import { call } from "../core/api.js";
import { button, element, show } from "../core/dom.js";
import { duration, timeLeft } from "../core/durations.js";
import { deleteSession, savedSessions } from "../core/storage.js";
import { text, textOr } from "../core/texts.js";
import { navigate } from "../core/url_fragment.js";

const SHOWN = 3;

/** Returns the section of the saved games; without any, nothing. `titles` maps games to their titles. */
export function myGames(titles) {
  const rows = savedSessions().filter(({ game }) => game in titles).map((saved) => gameRow(saved, titles[saved.game]));
  if (!rows.length) return false;
  const lists = element("div", { class: "my-games" });
  arrange(lists, rows);
  showStatuses(lists, rows);
  return element("section", { class: "panel" }, element("h2", {}, text("setup.yours")), lists);
}

/** Lists the first rows, and the others behind a summary. */
function arrange(lists, rows) {
  const list = (listed) => element("ul", { class: "plain" }, listed.map(({ row }) => row));
  const [shown, others] = [rows.slice(0, SHOWN), rows.slice(SHOWN)];
  const isOpen = lists.querySelector("details")?.open;
  show(lists, list(shown), others.length > 0 && element("details", { open: isOpen },
    element("summary", {}, text("games.more", { count: others.length })), list(others)));
}

function gameRow(saved, title) {
  const { id, savedAt } = saved;
  const date = new Date(savedAt).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short" });
  const status = element("span", { class: "status-line muted", "data-status": id });
  const opponents = element("span", { class: "muted" }, date);
  const forget = () => {
    deleteSession(id);
    row.remove();
  };
  const row = element("li", { class: "game-row" },
    element("button", { type: "button", class: "game-open", onclick: () => navigate({ session: id }), "data-key": `game-${id}` },
      element("span", {}, element("strong", {}, title), " ", opponents), status),
    button("×", forget, { class: "secondary icon-button", "aria-label": `${text("forget")}: ${title}, ${date}`, title: text("forget") }));
  return { saved, row, status, opponents, rank: 1 };
}

/** Shows opponents and status of every game; the games in which it is this device's turn come first. Without an answer nothing changes. */
async function showStatuses(lists, rows) {
  const asked = rows.map(({ saved: { id, tokens, hostToken } }) => ({ id, token: Object.values(tokens)[0] ?? hostToken }));
  const sessions = asked.filter(({ token }) => token !== undefined);
  if (!sessions.length) return;
  const found = await readStatuses(sessions).catch(() => ({ statuses: [] }));
  const byId = new Map(found.statuses.map((status) => [status.id, status]));
  for (const row of rows) if (byId.has(row.saved.id)) showStatus(row, byId.get(row.saved.id), found.now);
  arrange(lists, rows.toSorted((one, other) => one.rank - other.rank));
}

async function readStatuses(sessions) {
  const headers = { "Content-Type": "application/json" };
  return (await call("/v1/sessions/statuses", { method: "POST", body: JSON.stringify({ sessions }), headers })).json();
}

function showStatus(row, known, now) {
  const isYours = isYourTurn(known, row.saved);
  row.status.textContent = statusText(known, row.saved, now);
  row.status.classList.toggle("your-turn", isYours);
  if (known.seats) row.opponents.textContent = opponentNames(known, row.saved);
  row.rank = isYours ? 0 : known.problem || known.outcome ? 2 : 1;
}

function isYourTurn({ to_act: seat, problem }, { tokens }) {
  return !problem && seat !== null && seat in tokens;
}

function opponentNames({ seats }, { tokens }) {
  return text("games.opponents", { names: seats.filter(({ seat }) => !(seat in tokens)).map(seatName).join(", ") || text("games.here") });
}

function seatName({ seat, kind, name, level }) {
  return name ?? (kind === "ai" ? text("seat.ai", { level: text(`level.${level}`) }) : text("player", { number: seat + 1 }));
}

function statusText(status, saved, now) {
  if (status.problem) return textOr(`problem.${status.problem.code}`, status.problem.detail);
  if (status.outcome) return text(status.rematch ? "games.rematch" : "over");
  const turn = isYourTurn(status, saved) ? text("games.your_turn") : text("waits", { name: seatName(status.seats[status.to_act]) });
  const deadline = status.clock?.deadline_at;
  return deadline ? `${turn} · ${duration(timeLeft(deadline, Date.parse(now) - Date.now()))}` : turn;
}
