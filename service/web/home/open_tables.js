/** The open tables with free seats, page by page. */

import { read } from "../core/api.js";
import { button, element, show } from "../core/dom.js";
import { problemText } from "../core/problems.js";
import { loadSession } from "../core/storage.js";
import { text } from "../core/texts.js";
import { navigate } from "../core/url_fragment.js";
import { choices } from "./choices.js";
import { clockText } from "./clock_settings.js";
import { nameField, takeFreeSeat } from "./join.js";

const PAGE = 5;

/** Returns the section; it appears as soon as there is a table. `titles` maps games to their titles. */
export function openTables(titles) {
  const tables = { titles, list: element("ul", { class: "plain tables" }), more: element("p"), notice: element("p", { class: "muted" }) };
  tables.section = element("section", { class: "panel tables-section", hidden: true },
    element("div", { class: "row spread" },
      element("h2", {}, text("tables")),
      button(text("tables.refresh"), () => readTables(tables, null), { "data-key": "refresh-tables", class: "secondary" })),
    nameField("my-name"), tables.list, tables.notice, tables.more);
  readTables(tables, null);
  return tables.section;
}

/** Reads a page of open tables; the first one replaces what is listed. */
async function readTables(tables, cursor) {
  const { list, more, notice, section } = tables;
  try {
    const page = await read(`/v1/sessions?status=waiting&limit=${PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    if (!cursor) list.replaceChildren();
    list.append(...page.sessions.map((session) => tableRow(tables, session)));
    notice.textContent = list.children.length || page.next ? "" : text("tables.none");
    if (list.children.length || page.next) section.hidden = false;
    show(more, page.next && button(text("tables.more"), () => readTables(tables, page.next), { "data-key": "more-tables" }));
  } catch (problem) {
    if (problem.name !== "AbortError") notice.textContent = problemText(problem);
  }
}

function tableRow(tables, session) {
  const { id, game, seats, free_seats: free, clock_settings: clock, seed_chosen: isSeedChosen } = session;
  const names = seats.map(({ name, kind }) => name ?? (kind === "ai" ? text("tables.ai") : null)).filter(Boolean);
  const facts = [names.join(", "), text("tables.free", { free: free.length, seats: seats.length }), clock && clockText(clock), isSeedChosen && text("tables.seed_chosen")];
  const isPlayed = Object.keys(loadSession(id).tokens).length > 0;
  const join = isPlayed ? () => navigate({ session: id }) : () => joinTable(tables, id);
  const [title, label] = [tables.titles[game] ?? game, text(isPlayed ? "tables.open" : "tables.join")];
  return element("li", { class: "row", "data-session": id },
    element("span", { class: "table-facts" },
      element("strong", {}, title), " ",
      element("span", { class: "muted" }, facts.filter(Boolean).join(" · "))),
    button(label, join, { "data-key": `table-${id}`, "aria-label": `${label}: ${[title, ...names].join(", ")}` }));
}

async function joinTable(tables, id) {
  try {
    navigate({ session: await takeFreeSeat(id, choices.names[0]) });
  } catch (problem) {
    const message = problemText(problem);
    await readTables(tables, null);
    tables.notice.textContent = message;
  }
}
