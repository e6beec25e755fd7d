/** The board as an SVG picture, and which of its pieces belong to which legal moves. */

import { readText } from "../core/api.js";

const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");
const CLICK_TOLERANCE = 6;

/** Returns the board at a version, or the current one if `version` is null, as an element of this document. */
export async function fetchBoard(session, token, version) {
  const query = version === null ? "" : `&version=${version}`;
  const source = await readText(`/v1/sessions/${session}/board.svg?style=false${query}`, "image/svg+xml", token);
  return document.importNode(new DOMParser().parseFromString(source, "image/svg+xml").documentElement, true);
}

/** Highlights the pieces that have legal moves; a click calls `choose` with the moves of the piece and of the pieces that contain it. */
export function highlightMoves(board, moves, choose) {
  const movesOf = new Map();
  for (const piece of board.querySelectorAll("[data-move]")) {
    const matching = moves.filter((move) => matches(piece, move));
    if (matching.length) movesOf.set(piece, matching);
    piece.classList.toggle("highlighted", matching.length > 0);
  }
  board.onclick = (event) => {
    const clicked = movesAt(board, event.target, movesOf);
    const chosen = clicked.length ? clicked : movesAt(board, nearestPiece([...movesOf.keys()], event), movesOf);
    if (chosen.length) choose(chosen, event);
  };
}

/** Makes an outdated board unclickable. */
export function disable(board) {
  if (!board) return;
  board.onclick = null;
  for (const piece of board.querySelectorAll(".highlighted")) piece.classList.remove("highlighted");
}

/** Returns the moves of an element and of the pieces that contain it. */
function movesAt(board, target, movesOf) {
  const found = new Set();
  for (let piece = target; piece && piece !== board; piece = piece.parentElement) {
    for (const move of movesOf.get(piece) ?? []) found.add(move);
  }
  return [...found];
}

/** Returns the smallest piece within the tolerance of the pointer: pieces have gaps, and touch is imprecise. */
function nearestPiece(pieces, { clientX, clientY }) {
  const candidates = pieces.map((piece) => [piece, piece.getBoundingClientRect()]).filter(([, { left, right, top, bottom }]) => {
    const isInRow = clientY > top - CLICK_TOLERANCE && clientY < bottom + CLICK_TOLERANCE;
    return isInRow && clientX > left - CLICK_TOLERANCE && clientX < right + CLICK_TOLERANCE;
  });
  candidates.sort(([, one], [, other]) => one.width * one.height - other.width * other.height);
  return candidates[0]?.[0];
}

/** Scrolls to a highlighted piece if none is visible. */
export function scrollToHighlighted(board) {
  const highlighted = [...board.querySelectorAll(".highlighted")];
  const isVisible = (piece) => piece.getBoundingClientRect().top >= 90 && piece.getBoundingClientRect().bottom <= innerHeight;
  if (!highlighted.length || highlighted.some(isVisible)) return;
  highlighted[0].scrollIntoView({ block: "center", behavior: REDUCED_MOTION.matches ? "auto" : "smooth" });
}

/** Emphasizes the pieces of one move; if `move` is null, no pieces. */
export function emphasizePieces(board, move) {
  for (const piece of board?.querySelectorAll("[data-move]") ?? []) {
    piece.classList.toggle("emphasized", Boolean(move) && matches(piece, move));
  }
}

/** Marks the pieces that differ from the previous board; the style sheet animates them. */
export function markChanges(previous, current) {
  for (const piece of current.querySelectorAll("[id]")) {
    const old = previous?.querySelector(`#${CSS.escape(piece.id)}`);
    if (old && old.textContent + old.innerHTML.length !== piece.textContent + piece.innerHTML.length) piece.classList.add("changed");
  }
}

/** Returns whether a piece belongs to a move: `data-move` lists the move's type, and the other `data-` attributes match its parameters. */
function matches(piece, move) {
  if (!piece.getAttribute("data-move").split(" ").includes(move.type)) return false;
  return piece.getAttributeNames().filter((name) => name.startsWith("data-") && name !== "data-move").every((name) => {
    return matchesParameter(name.slice(5), piece.getAttribute(name), move);
  });
}

/**
 * Returns whether an attribute matches a parameter of the move. `data-x` matches the value of `x`, or any element if `x` is a list;
 * `data-x-2` matches the element of `x` at index 2. Attributes without a parameter of that name are ignored.
 */
function matchesParameter(name, value, move) {
  const indexed = /^(.*)-(\d+)$/.exec(name);
  if (indexed && Array.isArray(move[indexed[1]])) return String(move[indexed[1]][indexed[2]]) === value;
  if (!(name in move)) return true;
  return Array.isArray(move[name]) ? move[name].map(String).includes(value) : String(move[name]) === value;
}
