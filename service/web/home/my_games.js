/** The games that this device plays: whose turn it is in each of them, read in one call. */

import { call } from "../core/api.js";
import { button, element } from "../core/dom.js";
import { duration, timeLeft } from "../core/durations.js";
import { deleteSession, savedSessions } from "../core/storage.js";
import { text, textOr } from "../core/texts.js";
import { navigate } from "../core/url_fragment.js";

/** Returns the section of the saved games; without any, nothing. `titles` maps games to their titles. */
export function myGames(titles) {
  const rows = savedSessions().filter(({ game }) => game in titles).map((saved) => gameRow(saved, titles[saved.game]));
  if (!rows.length) return false;
  const list = element("ul", { class: "plain my-games" }, rows.map(({ row }) => row));
  showStatuses(list, rows);
  return element("section", {}, element("h2", {}, text("setup.yours")), list);
}

function gameRow(saved, title) {
  const { id, savedAt } = saved;
  const label = `${title}, ${new Date(savedAt).toLocaleString(document.documentElement.lang)}`;
  const status = element("span", { class: "muted", "data-status": id });
  const forget = () => {
    deleteSession(id);
    row.remove();
  };
  const row = element("li", { class: "row" },
    button(label, () => navigate({ session: id })), status,
    button(text("forget"), forget, { class: "secondary", "aria-label": `${text("forget")}: ${label}` }));
  return { saved, row, status };
}

/** Shows the status of every game and puts the games first in which it is this device's turn. Without an answer no status is shown. */
async function showStatuses(list, rows) {
  const asked = rows.map(({ saved: { id, tokens, hostToken } }) => ({ id, token: Object.values(tokens)[0] ?? hostToken }));
  const sessions = asked.filter(({ token }) => token !== undefined);
  if (!sessions.length) return;
  const found = await readStatuses(sessions).catch(() => ({ statuses: [] }));
  const byId = new Map(found.statuses.map((status) => [status.id, status]));
  for (const { saved, row, status } of [...rows].reverse()) {
    const known = byId.get(saved.id);
    if (!known) continue;
    status.textContent = statusText(known, saved, found.now);
    const isYours = isYourTurn(known, saved);
    status.classList.toggle("your-turn", isYours);
    if (isYours) list.prepend(row);
  }
}

async function readStatuses(sessions) {
  const headers = { "Content-Type": "application/json" };
  return (await call("/v1/sessions/statuses", { method: "POST", body: JSON.stringify({ sessions }), headers })).json();
}

function isYourTurn({ to_act: seat, problem }, { tokens }) {
  return !problem && seat !== null && seat in tokens;
}

function statusText(status, saved, now) {
  if (status.problem) return textOr(`problem.${status.problem.code}`, status.problem.detail);
  if (status.outcome) return text(status.rematch ? "games.rematch" : "over");
  const turn = isYourTurn(status, saved) ? text("games.your_turn") : text("waits", { name: text("player", { number: status.to_act + 1 }) });
  const deadline = status.clock?.deadline_at;
  return deadline ? `${turn} · ${duration(timeLeft(deadline, Date.parse(now) - Date.now()))}` : turn;
}
