/** The legal moves: as a list, which also serves keyboard users, and as a menu if a clicked piece has several moves. */

import { button, element, show } from "../core/dom.js";
import { text } from "../core/texts.js";

const FILTER_THRESHOLD = 12;
let restoresFocus = false;

/** Returns a key that identifies a move: its JSON without the members that are not parameters. */
export function moveKey({ label, preview, ...move }) {
  return JSON.stringify(move);
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

/** Moves the focus in the list with the arrow keys, Home and End. */
function moveFocus(event) {
  const buttons = [...event.currentTarget.querySelectorAll("li:not([hidden]) button")];
  const current = buttons.indexOf(document.activeElement);
  const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(target, 0), buttons.length - 1)]?.focus();
}

/** Opens a menu of moves at the pointer; Escape and clicks outside close it. */
export function openMenu(moves, { clientX, clientY }, { make, emphasize }) {
  closeMenu();
  const choose = (move) => {
    closeMenu();
    make(move);
  };
  const rows = moves.map((move) => moveRow(move, { make: choose, emphasize, winChances: new Map() }));
  const menu = element("div", { class: "menu", id: "menu", role: "dialog", "aria-label": text("moves.which") },
    element("p", {}, text("moves.which")), element("ul", { class: "plain moves", onkeydown: moveFocus }, rows));
  document.body.append(menu);
  menu.style.left = `${Math.max(8, Math.min(clientX, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(clientY, innerHeight - menu.offsetHeight - 8))}px`;
  menu.querySelector("button").focus();
}

/** Closes the menu if it is open. */
export function closeMenu() {
  document.getElementById("menu")?.remove();
}

document.addEventListener("keydown", (event) => event.key === "Escape" && closeMenu());
document.addEventListener("pointerdown", (event) => !event.target.closest("#menu") && closeMenu());
