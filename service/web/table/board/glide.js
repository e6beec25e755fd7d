/** Shows what changed between two boards: pieces that keep their id glide from the old to the new place, other changes are marked. */

import { findPiece } from "./pieces.js";

/** Returns where every piece with an id is, and how it is drawn. */
export function snapshot(stage) {
  const pieces = [...stage.querySelectorAll(".panel-picture [id]:not([id^=panel-])")];
  return new Map(pieces.map((piece) => [piece.id, { box: piece.getBoundingClientRect(), drawn: drawnAs(piece) }]));
}

/** Returns the pieces that are new or drawn in another way or place since the snapshot; of nested ones, the inner ones. */
export function changedPieces(stage, before, after) {
  const pieces = [...after].filter(([id, { drawn }]) => before.get(id)?.drawn !== drawn).map(([id]) => findPiece(stage, id));
  return pieces.filter((piece) => !pieces.some((other) => other !== piece && piece.contains(other)));
}

/** Lets pieces glide from where they were to where they are; a piece inside one that glides is carried along. */
export function glide(stage, before, after, milliseconds) {
  const gliding = [];
  for (const [id, { box }] of after) {
    const old = before.get(id)?.box;
    if (!old?.width || !box.width) continue;
    const shift = { x: old.left + old.width / 2 - box.left - box.width / 2, y: old.top + old.height / 2 - box.top - box.height / 2 };
    const piece = findPiece(stage, id);
    if (Math.hypot(shift.x, shift.y) < 2 || gliding.some((around) => around.contains(piece))) continue;
    gliding.push(piece);
    animate(piece, shift, milliseconds);
  }
}

/** Moves a copy of the piece above everything else in its panel; the piece itself is hidden meanwhile. */
function animate(piece, { x, y }, milliseconds) {
  const panel = piece.ownerSVGElement;
  const scale = panel.getScreenCTM().a;
  const copy = piece.cloneNode(true);
  for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
  const { a, b, c, d, e, f } = panel.getScreenCTM().inverse().multiply(piece.getScreenCTM());
  copy.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  copy.setAttribute("pointer-events", "none");
  panel.append(copy);
  piece.style.visibility = "hidden";
  panel.closest(".cell").classList.add("receives");
  const from = `translate(${x / scale}px, ${y / scale}px)`;
  const frames = [{ transform: from }, { transform: "translate(0px, 0px)" }];
  copy.animate(frames, { duration: milliseconds, easing: "ease-in-out", composite: "add" }).finished.finally(() => {
    copy.remove();
    piece.style.visibility = "";
  }).catch(() => {}); // The board was replaced before the piece arrived.
}

const drawn = new WeakMap();

/** Keeps how the pieces of a panel are drawn, before the page adds anything to them. */
export function keepDrawing(panel) {
  for (const piece of panel.querySelectorAll("[id]:not([id^=panel-])")) {
    drawn.set(piece, `${panel.firstElementChild.id} ${piece.getAttribute("transform")} ${piece.innerHTML}`);
  }
}

const drawnAs = (piece) => drawn.get(piece) ?? "";
