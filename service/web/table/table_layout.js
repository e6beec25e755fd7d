/** The empty elements of the game table, which other modules fill. */

import { button, element, show } from "../core/dom.js";
import { text } from "../core/texts.js";

const NARROW = matchMedia("(max-width: 899px)");

/** Puts the empty table on the page and returns its elements by name. */
export function createTableLayout(page, table) {
  const parts = {
    turn: element("p", { class: "turn" }),
    clock: element("p", { class: "clock", role: "timer", hidden: true }),
    decision: element("p", { class: "decision" }),
    latestEntry: element("p", { class: "latest-entry muted" }),
    connection: element("p", { class: "notice", hidden: true }),
    notice: element("p", { class: "notice", role: "alert", hidden: true }),
    past: element("div", { class: "notice row", hidden: true }),
    handover: element("div", { class: "panel handover", hidden: true },
      element("p"), button(text("curtain.lift"), table.actions.finishHandover, { class: "primary" })),
    board: element("div", { class: "board-frame" }),
    scores: element("section", { class: "panel scores", hidden: true }),
    moves: element("div", { class: "move-list" }),
    movesCount: element("span", { class: "count" }),
    seats: element("ul", { class: "plain seats" }),
    seedNote: element("p", { class: "muted small", hidden: true }, text("seat.seed_chosen")),
    toolbar: element("div", { class: "row toolbar", role: "group", "aria-label": text("tools") }),
    history: element("div", { class: "history" }),
  };
  parts.status = element("section", { class: "status", "aria-label": text("status") },
    element("h1", {}, table.game.title), parts.turn, parts.clock, parts.decision, parts.latestEntry, parts.connection, parts.notice, parts.past);
  parts.movesPanel = element("details", { class: "panel moves-panel", open: !NARROW.matches },
    element("summary", {}, text("moves"), " ", parts.movesCount), parts.moves);
  const sideColumn = element("div", { class: "side-column" }, parts.movesPanel, parts.toolbar,
    element("section", { class: "panel" }, element("h2", {}, text("players")), parts.seats, parts.seedNote),
    element("details", { class: "panel history-panel", open: !NARROW.matches }, element("summary", {}, text("history")), parts.history));
  const mainColumn = element("div", { class: "main-column" }, parts.status, parts.scores, parts.handover, parts.board);
  parts.root = element("div", { class: "table" }, mainColumn, sideColumn);
  show(page, parts.root);
  return parts;
}
