/** The history of the session, and the controls to view past positions. */

import { read } from "../core/api.js";
import { button, element, show } from "../core/dom.js";
import { text } from "../core/texts.js";
import { playerName } from "./player_names.js";
import { hostToken } from "./tokens.js";

/** Reads all entries up to now, page by page. */
export async function readHistory({ id }, token) {
  const entries = [];
  for (let since = 0; since !== null; ) {
    const page = await read(`/v1/sessions/${id}/history?since=${since}&limit=200`, token);
    entries.push(...page.entries);
    since = page.next;
  }
  return entries;
}

/** Returns an entry as text: the events of a move, or what else happened. */
export function entryText(table, entry) {
  const name = entry.name ?? (entry.seat === undefined ? "" : playerName(table, entry.seat));
  if (entry.type === "archived") return entry.event_labels.join(". ") || `${name}: ${entry.label}`;
  if (entry.type === "timed_out") return text(`entry.timed_out.${entry.on_timeout}`, { name });
  if (entry.type !== "moved") return text(`entry.${entry.type}`, { name });
  return entry.events.map(({ label }) => label).join(". ") || `${name}: ${entry.move.label}`;
}

/** Draws the entries, latest first, below the controls; a click shows the position at a version. */
export function drawHistory(table) {
  const { view, fork } = table.actions;
  const last = table.position.version;
  const version = table.pastVersion ?? last;
  const entries = table.entries.filter(({ type }) => type !== "created").reverse();
  const rows = entries.map((entry) => entryRow(table, entry, view));
  show(table.parts.history, versionControls(version, last, view), element("ol", { class: "plain entries", reversed: true }, rows));
  show(table.parts.past, pastNotice(table, version, last, view, fork));
  table.parts.past.hidden = table.pastVersion === null;
}

function entryRow(table, entry, view) {
  const isViewed = entry.version === table.pastVersion;
  const badgeAttributes = { class: `badge small seat-${entry.seat}`, "aria-hidden": "true" };
  const badge = entry.seat === undefined ? [] : [element("span", badgeAttributes, entry.seat + 1)];
  const attributes = { "aria-current": isViewed ? "step" : null, "data-key": `entry-${entry.version}` };
  return element("li", {}, button([...badge, element("span", {}, entryText(table, entry))], () => view(entry.version), attributes));
}

function versionControls(version, last, view) {
  const slider = { "aria-label": text("past.slide"), "data-key": "slide", onchange: (event) => view(Number(event.target.value)) };
  return element("div", { class: "row" },
    stepButton("◀", "past.back", version > 0, () => view(version - 1)),
    element("input", { type: "range", min: 0, max: last, value: version, ...slider }),
    stepButton("▶", "past.on", version < last, () => view(version + 1)));
}

function stepButton(symbol, name, isEnabled, onclick) {
  return button(symbol, onclick, { "aria-label": text(name), "data-key": name, disabled: !isEnabled });
}

/** The notice above a past position, with buttons to step, to return to the current position and to fork. */
function pastNotice(table, version, last, view, fork) {
  return [
    element("span", {}, text("past.notice", { at: version, last })),
    stepButton("◀", "past.back", version > 0, () => view(version - 1)),
    stepButton("▶", "past.on", version < last, () => view(version + 1)),
    button(text("past.now"), () => view(null), { class: "primary", "data-key": "now" }),
    (hostToken(table) || table.position.outcome) && button(text("fork"), fork, { "data-key": "fork" }),
  ];
}
