/** The legal moves as a list for keyboards and doubt, and as a small menu where a piece stands for several. */

import { button, element, show } from "./dom.js";
import { text } from "./texts.js";

const MANY = 12;
let isAwaited = false;

/** A move as it is compared and sent: without what is for people only. */
export function bare({ label, preview, ...move }) {
  return JSON.stringify(move);
}

/** Fills the panel with the moves. `make` plays one, `point` shows its pieces; `advice` tells the chance to win by bare move. */
export function listMoves(panel, moves, { make, point, advice = new Map() }) {
  isAwaited ||= panel.contains(document.activeElement);
  const rows = ordered(moves, advice).map((move) => item(move, { make, point, advice }));
  const list = element("ul", { class: "plain moves", onkeydown: walk }, rows);
  show(panel, moves.length > MANY && filter(list), list);
  if (isAwaited) keepFocus(list);
}

/** Whoever plays by keyboard finds the focus in the list again when it is their turn, unless they went elsewhere meanwhile. */
function keepFocus(list) {
  const page = document.getElementById("page");
  const isElsewhere = ![page, document.body].includes(document.activeElement);
  const first = list.querySelector("button");
  isAwaited = !first && !isElsewhere;
  if (!isElsewhere) (first ?? page).focus({ preventScroll: true });
}

function ordered(moves, advice) {
  const rank = [...advice.keys()];
  const place = (move) => (rank.indexOf(bare(move)) + rank.length + 1) % (rank.length + 1);
  return advice.size ? [...moves].sort((one, other) => place(one) - place(other)) : moves;
}

function item(move, { make, point, advice }) {
  const chance = advice.get(bare(move));
  const told = chance !== undefined && element("span", { class: "chance" }, `${Math.round(chance * 100)} %`);
  const choice = button([move.label, told], () => make(move), { onfocus: () => point(move), onblur: () => point(null) });
  choice.addEventListener("pointerenter", () => point(move));
  choice.addEventListener("pointerleave", () => point(null));
  return element("li", {}, choice);
}

function filter(list) {
  const narrow = (event) => {
    const wished = event.target.value.toLowerCase();
    for (const row of list.children) row.hidden = !row.textContent.toLowerCase().includes(wished);
  };
  const words = text("moves.filter");
  return element("input", { type: "search", class: "filter", placeholder: words, "aria-label": words, oninput: narrow });
}

/** Arrow keys walk through the list. */
function walk(event) {
  const buttons = [...event.currentTarget.querySelectorAll("li:not([hidden]) button")];
  const here = buttons.indexOf(document.activeElement);
  const goal = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (goal === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(goal, 0), buttons.length - 1)]?.focus();
}

/** A menu at the pointer, of moves that one piece stands for; Escape and clicks elsewhere close it. */
export function openMenu(moves, { clientX, clientY }, { make, point }) {
  closeMenu();
  const choose = (move) => {
    closeMenu();
    make(move);
  };
  const rows = moves.map((move) => item(move, { make: choose, point, advice: new Map() }));
  const menu = element("div", { class: "menu", id: "menu", role: "dialog", "aria-label": text("moves.which") },
    element("p", {}, text("moves.which")), element("ul", { class: "plain moves", onkeydown: walk }, rows));
  document.body.append(menu);
  menu.style.left = `${Math.max(8, Math.min(clientX, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(clientY, innerHeight - menu.offsetHeight - 8))}px`;
  menu.querySelector("button").focus();
}

/** Closes the menu, if there is one. */
export function closeMenu() {
  document.getElementById("menu")?.remove();
}

document.addEventListener("keydown", (event) => event.key === "Escape" && closeMenu());
document.addEventListener("pointerdown", (event) => !event.target.closest("#menu") && closeMenu());
