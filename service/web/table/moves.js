/** The list of legal moves, which serves keyboard users and everybody who prefers words. */

import { button, element, show } from "../core/dom.js";
import { text } from "../core/texts.js";

const FILTER_THRESHOLD = 12;
let restoresFocus = false;

/** Returns a key that identifies a move: its JSON without the members that are not parameters. */
export function moveKey({ label, preview, ...move }) {
  return JSON.stringify(move);
}

/** Returns the places of moves in the list of all legal moves, as an attribute for controls that make them. */
export function indexesOf({ moves }, chosen) {
  return chosen.map((move) => moves.indexOf(move)).join(" ");
}

/**
 * Fills the panel with the legal moves. A click calls `make` with a move, hover and focus call `emphasize`; `winChances` maps the keys of
 * the moves of a hint to the chance to win.
 */
export function listMoves(panel, moves, { make, emphasize, winChances = new Map() }) {
  restoresFocus ||= panel.contains(document.activeElement);
  const rows = bestFirst(moves, winChances).map((move) => moveRow(move, { make, emphasize, winChances }));
  const list = element("ul", { class: "plain moves", onkeydown: moveFocus }, rows);
  show(panel, moves.length > FILTER_THRESHOLD && filterField(list), list);
  if (restoresFocus) restoreFocus(list);
}

/** Focuses the list again on the next turn of a player who uses the keyboard, unless the focus is elsewhere by then. */
function restoreFocus(list) {
  const page = document.getElementById("page");
  const isElsewhere = ![page, document.body].includes(document.activeElement);
  const first = list.querySelector("button");
  restoresFocus = !first && !isElsewhere;
  if (!isElsewhere) (first ?? page).focus({ preventScroll: true });
}

/** Sorts the moves of a hint, best first, before all others. */
function bestFirst(moves, winChances) {
  const ranking = [...winChances.keys()];
  const rank = (move) => (ranking.indexOf(moveKey(move)) + ranking.length + 1) % (ranking.length + 1);
  return winChances.size ? [...moves].sort((one, other) => rank(one) - rank(other)) : moves;
}

function moveRow(move, { make, emphasize, winChances }) {
  const chance = winChances.get(moveKey(move));
  const percentage = chance !== undefined && element("span", { class: "win-chance" }, `${Math.round(chance * 100)} %`);
  const focusListeners = { onfocus: () => emphasize(move), onblur: () => emphasize(null) };
  const choice = button([move.label, percentage], () => make(move), focusListeners);
  choice.addEventListener("pointerenter", () => emphasize(move));
  choice.addEventListener("pointerleave", () => emphasize(null));
  return element("li", {}, choice);
}

function filterField(list) {
  const applyFilter = (event) => {
    const query = event.target.value.toLowerCase();
    for (const row of list.children) row.hidden = !row.textContent.toLowerCase().includes(query);
  };
  const label = text("moves.filter");
  return element("input", { type: "search", class: "filter", placeholder: label, "aria-label": label, oninput: applyFilter });
}

/** Moves the focus in a list with the arrow keys, Home and End. */
export function moveFocus(event) {
  const buttons = [...event.currentTarget.querySelectorAll("li:not([hidden]) button")];
  const current = buttons.indexOf(document.activeElement);
  const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(target, 0), buttons.length - 1)]?.focus();
}
