/** The places of the table that the rest fills. */

import { button, element, show } from "./dom.js";
import { text } from "./texts.js";

const NARROW = matchMedia("(max-width: 899px)");

/** Lays the empty table out on the page and names its places; `lift` takes the curtain away. */
export function skeleton(page, table, lift) {
  const parts = {
    turn: element("p", { class: "turn" }),
    question: element("p", { class: "question" }),
    news: element("p", { class: "news faint" }),
    connection: element("p", { class: "notice", hidden: true }),
    notice: element("p", { class: "notice", role: "alert", hidden: true }),
    past: element("div", { class: "notice row", hidden: true }),
    curtain: element("div", { class: "panel curtain", hidden: true }, element("p"), button(text("curtain.lift"), lift, { class: "main" })),
    board: element("div", { class: "board-frame" }),
    scores: element("section", { class: "panel scores", hidden: true }),
    moves: element("div", { class: "move-list" }),
    movesCount: element("span", { class: "count" }),
    seats: element("ul", { class: "plain seats" }),
    tools: element("div", { class: "row tools", role: "group", "aria-label": text("tools") }),
    log: element("div", { class: "log" }),
  };
  parts.status = element("section", { class: "status", "aria-label": text("status") },
    element("h1", {}, table.game.title), parts.turn, parts.question, parts.news, parts.connection, parts.notice, parts.past);
  parts.movesPanel = element("details", { class: "panel moves-panel", open: !NARROW.matches },
    element("summary", {}, text("moves"), " ", parts.movesCount), parts.moves);
  const side = element("div", { class: "side" }, parts.movesPanel, parts.tools,
    element("section", { class: "panel" }, element("h2", {}, text("players")), parts.seats),
    element("details", { class: "panel log-panel", open: !NARROW.matches }, element("summary", {}, text("history")), parts.log));
  const stage = element("div", { class: "stage" }, parts.status, parts.scores, parts.curtain, parts.board);
  parts.root = element("div", { class: "table" }, stage, side);
  show(page, parts.root);
  return parts;
}
