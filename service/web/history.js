/** What has happened so far, and the way back to look at it. */

import { read } from "./api.js";
import { button, element, show } from "./dom.js";
import { nameOf, withNames } from "./player_names.js";
import { text } from "./texts.js";

/** The whole log up to now. */
export async function readHistory({ id }, token) {
  const entries = [];
  for (let since = 0; since !== null; ) {
    const page = await read(`/v1/sessions/${id}/history?since=${since}&limit=200`, token);
    entries.push(...page.entries);
    since = page.next;
  }
  return entries;
}

/** An entry in words: what was done, and what came of it. */
export function entryWords(table, entry) {
  const name = entry.name ?? (entry.seat === undefined ? "" : nameOf(table, entry.seat));
  if (entry.type !== "moved") return text(`entry.${entry.type}`, { name });
  const events = entry.events.map(({ label }) => withNames(table, label)).join(". ");
  return events || `${name}: ${entry.move.label ?? text("entry.hidden")}`;
}

/** Draws the log, the latest first, with the way through time above. */
export function drawLog(table, { visit, fork }) {
  const last = table.position.version;
  const at = table.past ?? last;
  const entries = table.entries.filter(({ type }) => type !== "created").reverse();
  const rows = entries.map((entry) => row(table, entry, visit));
  show(table.parts.log, steps(at, last, visit), element("ol", { class: "plain entries", reversed: true }, rows));
  show(table.parts.past, pastNotice(table, at, last, visit, fork));
  table.parts.past.hidden = table.past === null;
}

function row(table, entry, visit) {
  const isShown = entry.version === table.past;
  const sign = { class: `disc small seat-${entry.seat}`, "aria-hidden": "true" };
  const disc = entry.seat === undefined ? [] : [element("span", sign, entry.seat + 1)];
  const marked = { "aria-current": isShown ? "step" : null, "data-key": `entry-${entry.version}` };
  return element("li", {}, button([...disc, element("span", {}, entryWords(table, entry))], () => visit(entry.version), marked));
}

function steps(at, last, visit) {
  const slide = { "aria-label": text("past.slide"), "data-key": "slide", onchange: (event) => visit(Number(event.target.value)) };
  return element("div", { class: "row" },
    step("◀", "past.back", at > 0, () => visit(at - 1)),
    element("input", { type: "range", min: 0, max: last, value: at, ...slide }),
    step("▶", "past.on", at < last, () => visit(at + 1)));
}

function step(sign, name, isThere, act) {
  return button(sign, act, { "aria-label": text(name), "data-key": name, disabled: !isThere });
}

/** Above the board: that this is the past, and the ways out of it. */
function pastNotice({ kept, position }, at, last, visit, fork) {
  return [
    element("span", {}, text("past.notice", { at, last })),
    step("◀", "past.back", at > 0, () => visit(at - 1)),
    step("▶", "past.on", at < last, () => visit(at + 1)),
    button(text("past.now"), () => visit(null), { class: "main", "data-key": "now" }),
    (kept.host || position.outcome) && button(text("fork"), fork, { "data-key": "fork" }),
  ];
}
