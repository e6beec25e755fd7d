/** The empty elements of the game table, which other modules fill. */

import { button, element, show } from "../core/dom.js";
import { text } from "../core/texts.js";

/** Puts the empty table on the page and returns its elements by name. */
export function createSkeleton(page, table) {
  const parts = {
    people: element("ul", { class: "plain people", "aria-label": text("players") }),
    round: element("span", { class: "round muted" }),
    turn: element("p", { class: "turn" }),
    clock: element("p", { class: "clock", role: "timer", hidden: true }),
    decision: element("p", { class: "decision" }),
    latestEntry: element("p", { class: "latest-entry muted" }),
    answers: element("div", { class: "answers" }),
    connection: element("p", { class: "notice", role: "status", hidden: true }),
    notice: element("p", { class: "notice", role: "alert", hidden: true }),
    past: element("div", { class: "notice past", role: "group", "aria-label": text("past"), hidden: true }),
    handover: element("div", { class: "panel handover", hidden: true },
      element("p"), button(text("curtain.lift"), table.actions.finishHandover, { class: "primary" })),
    stage: element("div", { class: "stage board-frame" }),
    end: element("section", { class: "panel scores", hidden: true }),
    coach: element("div", { class: "coach-place", hidden: true }),
    tabs: element("nav", { class: "tabs", "aria-label": text("tabs"), hidden: true }),
    moves: element("div", { class: "move-list" }),
    movesCount: element("span", { class: "count" }),
    seats: element("ul", { class: "plain seats" }),
    dealNote: element("p", { class: "muted small deal-note", hidden: true }),
    toolbar: element("div", { class: "row toolbar", role: "group", "aria-label": text("tools") }),
    history: element("div", { class: "history" }),
  };
  parts.status = statusOf(parts);
  parts.bar = barOf(table, parts);
  parts.movesPanel = element("details", { class: "moves-panel", open: true },
    element("summary", {}, text("moves"), " ", parts.movesCount), parts.moves);
  parts.rail = railOf(table, parts);
  parts.notices = element("div", { class: "notices" }, parts.connection, parts.notice, parts.past);
  parts.root = element("div", { class: `table ${table.game.id}` },
    parts.bar, parts.status, element("div", { class: "middle" }, parts.stage, parts.handover, parts.end, parts.notices),
    parts.coach, parts.tabs, parts.rail);
  show(page, parts.root);
  return parts;
}

function statusOf(parts) {
  return element("section", { class: "status", "aria-label": text("status") },
    element("div", { class: "asking" }, parts.turn, parts.decision, parts.latestEntry), parts.answers);
}

function barOf(table, parts) {
  const toggle = () => {
    const isOpen = parts.root.classList.toggle("rail-open");
    parts.railButton.setAttribute("aria-expanded", String(isOpen));
  };
  const attributes = { class: "rail-button secondary", "aria-label": text("rail"), "aria-expanded": "false", "data-key": "rail" };
  parts.railButton = button("☰", toggle, attributes);
  const icon = element("img", { src: "/web/icons/icon.svg", alt: "", width: 28, height: 28 });
  return element("header", { class: "bar" },
    element("a", { class: "home-link", href: "#", "aria-label": text("home") }, icon),
    element("h1", { class: "visually-hidden" }, table.game.title), parts.people, parts.round, parts.clock, parts.railButton);
}

/** The list of players is open where somebody may have to be invited or replaced. */
function railOf({ position, ownSeats }, parts) {
  const hasOtherPeople = position.seats.some(({ seat, kind }) => kind !== "ai" && !ownSeats.includes(seat));
  return element("aside", { class: "rail", "aria-label": text("rail") },
    parts.toolbar, parts.movesPanel,
    element("details", { class: "seats-panel", open: hasOtherPeople }, element("summary", {}, text("players")), parts.seats, parts.dealNote),
    element("section", { class: "history-panel" }, element("h2", {}, text("history")), parts.history));
}
