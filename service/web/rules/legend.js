/** The legend of a game, in a dialog: every sign of its pictures with its name and meaning, from the glossary of the catalogue. */

import { read } from "../core/api.js";
import { openDialog } from "../core/dialog.js";
import { element, show } from "../core/dom.js";
import { problemText } from "../core/problems.js";
import { text } from "../core/texts.js";

/** Shows the legend, with a search field. */
export async function showLegend({ id, title }) {
  const body = element("div", { class: "legend" }, text("loading"));
  openDialog(text("legend.of", { game: title }), body);
  try {
    const { glossary } = await read(`/v1/games/${id}`);
    show(body, glossary.length ? searchable(glossary) : element("p", {}, text("legend.empty")));
  } catch (problem) {
    if (problem.name !== "AbortError") show(body, problemText(problem));
  }
}

function searchable(glossary) {
  const groups = glossary.map(glossaryGroup);
  const none = element("p", { class: "muted", hidden: true }, text("legend.none"));
  const search = (event) => {
    const found = groups.map((group) => filterGroup(group, event.target.value.trim().toLowerCase()));
    none.hidden = found.some(Boolean);
  };
  const label = text("legend.search");
  return [
    element("input", { type: "search", class: "legend-search", "aria-label": label, placeholder: label, oninput: search, "data-key": "legend-search" }),
    none, ...groups.map(({ section }) => section)];
}

function glossaryGroup({ name, entries }) {
  const rows = entries.map((entry) => ({
    words: `${entry.name} ${entry.text}`.toLowerCase(),
    row: element("div", { "data-entry": entry.id }, element("dt", {}, entry.name), element("dd", {}, entry.text)),
  }));
  return { rows, section: element("section", {}, element("h3", {}, name), element("dl", {}, rows.map(({ row }) => row))) };
}

/** Shows only the entries that contain the words; returns whether there are any. */
function filterGroup({ rows, section }, words) {
  for (const { row, words: own } of rows) row.hidden = !own.includes(words);
  section.hidden = rows.every(({ row }) => row.hidden);
  return !section.hidden;
}
