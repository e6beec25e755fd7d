/** Joining from the start page: a name, an invite code to type, and the open tables with free seats, page by page. */

import { read } from "../core/api.js";
import { button, element, show } from "../core/dom.js";
import { problemText } from "../core/problems.js";
import { loadSession } from "../core/storage.js";
import { text } from "../core/texts.js";
import { navigate } from "../core/url_fragment.js";
import { clockText } from "./clock_settings.js";
import { codeForm, takeFreeSeat } from "./join.js";

const PAGE = 10;

/** Returns the section; the tables appear as soon as they are read. `titles` maps games to their titles. */
export function joinSection(titles) {
  const name = element("input", { type: "text", maxlength: 40, id: "my-name", autocomplete: "nickname", "data-key": "my-name" });
  const tables = { list: element("ul", { class: "plain tables" }), more: element("p"), notice: element("p", { class: "muted" }) };
  Object.assign(tables, { titles, playerName: () => name.value });
  readTables(tables, null);
  return element("section", { class: "panel join-section" },
    element("h2", {}, text("join")),
    element("label", { class: "option", for: "my-name" }, element("span", {}, text("setup.name")), name),
    codeForm(tables.playerName),
    element("h3", {}, text("tables")),
    element("p", {}, button(text("tables.refresh"), () => readTables(tables, null), { "data-key": "refresh-tables" })),
    tables.list, tables.notice, tables.more);
}

/** Reads a page of open tables; the first one replaces what is listed. */
async function readTables(tables, cursor) {
  const { list, more, notice } = tables;
  try {
    const page = await read(`/v1/sessions?status=waiting&limit=${PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    if (!cursor) list.replaceChildren();
    list.append(...page.sessions.map((session) => tableRow(tables, session)));
    notice.textContent = list.children.length || page.next ? "" : text("tables.none");
    show(more, page.next && button(text("tables.more"), () => readTables(tables, page.next), { "data-key": "more-tables" }));
  } catch (problem) {
    if (problem.name !== "AbortError") notice.textContent = problemText(problem);
  }
}

function tableRow(tables, session) {
  const { id, game, seats, free_seats: free, clock_settings: clock } = session;
  const names = seats.map(({ name, kind }) => name ?? (kind === "ai" ? text("tables.ai") : null)).filter(Boolean);
  const facts = [names.join(", "), text("tables.free", { free: free.length, seats: seats.length }), clock && clockText(clock)];
  const isPlayed = Object.keys(loadSession(id).tokens).length > 0;
  const join = isPlayed ? () => navigate({ session: id }) : () => joinTable(tables, id);
  const [title, label] = [tables.titles[game] ?? game, text(isPlayed ? "tables.open" : "tables.join")];
  return element("li", { class: "row", "data-session": id },
    element("span", { class: "facts" },
      element("strong", {}, title), " ",
      element("span", { class: "muted" }, facts.filter(Boolean).join(" · "))),
    button(label, join, { "data-key": `table-${id}`, "aria-label": `${label}: ${[title, ...names].join(", ")}` }));
}

async function joinTable(tables, id) {
  try {
    navigate({ session: await takeFreeSeat(id, tables.playerName()) });
  } catch (problem) {
    const message = problemText(problem);
    await readTables(tables, null);
    tables.notice.textContent = message;
  }
}
