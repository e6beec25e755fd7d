/** The log of the session, turn by turn, latest first. */

import { read } from "../../core/api.js";
import { button, element, show } from "../../core/dom.js";
import { text } from "../../core/texts.js";
import { playerName } from "../people/player_names.js";
import { entryText } from "./sentences.js";
import { shownTurns } from "./turns.js";

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

/** Draws the turns; a click on an entry shows the position after it. */
export function drawHistory(table) {
  const rows = shownTurns(table).reverse().map((turn) => turnRow(table, turn));
  show(table.parts.history, backButton(table), element("ol", { class: "plain turns", reversed: true }, rows));
}

/** Leads from the current position to the one before; from there on the notice above the board has the controls. */
function backButton(table) {
  const version = table.position.version;
  const attributes = { class: "secondary", "aria-label": text("past.back"), "data-key": "past.back" };
  return table.pastVersion === null && version > 0 && button("◀", () => table.actions.view(version - 1), attributes);
}

function turnRow(table, { seat, entries, isMove }) {
  const badge = seat !== undefined && element("span", { class: `badge small seat-${seat}`, "aria-hidden": "true" }, seat + 1);
  const name = isMove && element("strong", {}, playerName(table, seat));
  return element("li", { class: "turn-row" }, element("p", { class: "turn-head" }, badge, name),
    element("ol", { class: "plain entries" }, entries.map((entry) => entryRow(table, entry))));
}

function entryRow(table, entry) {
  const isViewed = entry.version === table.pastVersion;
  const attributes = { "aria-current": isViewed ? "step" : null, "data-key": `entry-${entry.version}` };
  return element("li", {}, button(entryText(table, entry), () => table.actions.view(entry.version), attributes));
}
