/** The picture of the position, and which of its pieces stand for which legal moves. */

import { readText } from "./api.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const REACH = 6;

/** The picture as an element of this page, at a version or now. */
export async function fetchBoard(session, token, version) {
  const at = version === null ? "" : `&version=${version}`;
  const source = await readText(`/v1/sessions/${session}/board.svg?style=false${at}`, "image/svg+xml", token);
  return document.importNode(new DOMParser().parseFromString(source, "image/svg+xml").documentElement, true);
}

/** Lights the pieces that moves belong to; a click hands on the moves of the piece and of those it lies in. */
export function light(board, moves, choose) {
  const offered = new Map();
  for (const piece of board.querySelectorAll("[data-move]")) {
    const found = moves.filter((move) => standsFor(piece, move));
    if (found.length) offered.set(piece, found);
    piece.classList.toggle("lit", found.length > 0);
  }
  board.onclick = (event) => {
    const found = movesAt(board, event.target, offered);
    const chosen = found.length ? found : movesAt(board, nearest([...offered.keys()], event), offered);
    if (chosen.length) choose(chosen, event);
  };
}

/** Nothing of a picture that is out of date can be clicked. */
export function putOut(board) {
  if (!board) return;
  board.onclick = null;
  for (const piece of board.querySelectorAll(".lit")) piece.classList.remove("lit");
}

/** The moves of a piece and of those it lies in. */
function movesAt(board, target, offered) {
  const found = new Set();
  for (let piece = target; piece && piece !== board; piece = piece.parentElement) {
    for (const move of offered.get(piece) ?? []) found.add(move);
  }
  return [...found];
}

/** The smallest lit piece around the pointer: pieces have gaps, and fingers are wide. */
function nearest(pieces, { clientX, clientY }) {
  const around = pieces.map((piece) => [piece, piece.getBoundingClientRect()]).filter(([, { left, right, top, bottom }]) => {
    return clientX > left - REACH && clientX < right + REACH && clientY > top - REACH && clientY < bottom + REACH;
  });
  around.sort(([, one], [, other]) => one.width * one.height - other.width * other.height);
  return around[0]?.[0];
}

/** Scrolls to the lit pieces where none of them can be seen. */
export function bringToView(board) {
  const lit = [...board.querySelectorAll(".lit")];
  const isSeen = (piece) => piece.getBoundingClientRect().top >= 90 && piece.getBoundingClientRect().bottom <= innerHeight;
  if (lit.length && !lit.some(isSeen)) lit[0].scrollIntoView({ block: "center", behavior: CALM.matches ? "auto" : "smooth" });
}

/** Points at the pieces of one move; of none when there is no move. */
export function pointAt(board, move) {
  for (const piece of board?.querySelectorAll("[data-move]") ?? []) {
    piece.classList.toggle("pointed", Boolean(move) && standsFor(piece, move));
  }
}

/** Marks what looks different from the picture before, for a moment. */
export function markChanges(before, after) {
  for (const piece of after.querySelectorAll("[id]")) {
    const old = before?.querySelector(`#${CSS.escape(piece.id)}`);
    if (old && old.textContent + old.innerHTML.length !== piece.textContent + piece.innerHTML.length) piece.classList.add("changed");
  }
}

/** Whether a piece stands for a move: it lists the type, and everything it names is so in the move. */
export function standsFor(piece, move) {
  if (!piece.getAttribute("data-move").split(" ").includes(move.type)) return false;
  return piece.getAttributeNames().filter((name) => name.startsWith("data-") && name !== "data-move").every((name) => {
    return agrees(name.slice(5), piece.getAttribute(name), move);
  });
}

/** A parameter is named whole, a list by one of its parts or by a place in it; what the move does not have says nothing. */
function agrees(name, value, move) {
  const place = /^(.*)-(\d+)$/.exec(name);
  if (place && Array.isArray(move[place[1]])) return String(move[place[1]][place[2]]) === value;
  if (!(name in move)) return true;
  return Array.isArray(move[name]) ? move[name].map(String).includes(value) : String(move[name]) === value;
}
