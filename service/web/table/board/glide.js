/** Shows what changed between two boards: pieces that keep their id glide from the old to the new place, other changes are marked. */

/** Returns where every piece with an id is, and how it is drawn. */
export function snapshot(stage) {
  const pieces = [...stage.querySelectorAll(".panel-picture [id]:not([id^=panel-])")];
  return new Map(pieces.map((piece) => [piece.id, { box: piece.getBoundingClientRect(), drawn: drawnAs(piece) }]));
}

/** Returns the pieces that are new or drawn in another way or place since the snapshot; of nested ones, the inner ones. */
export function changedPieces(stage, before, after) {
  const pieces = [...after].filter(([id, { drawn }]) => before.get(id)?.drawn !== drawn).map(([id]) => find(stage, id));
  return pieces.filter((piece) => !pieces.some((other) => other !== piece && piece.contains(other)));
}

/** Lets pieces glide from where they were to where they are. */
export function glide(stage, before, after, milliseconds) {
  const shifts = new Map();
  for (const [id, { box }] of after) {
    const old = before.get(id)?.box;
    const piece = find(stage, id);
    if (!old?.width || !box.width) continue;
    const outer = shiftAround(piece, shifts);
    const shift = { x: old.left + old.width / 2 - box.left - box.width / 2, y: old.top + old.height / 2 - box.top - box.height / 2 };
    shifts.set(piece, shift);
    animate(piece, { x: shift.x - outer.x, y: shift.y - outer.y }, milliseconds);
  }
}

/** Returns how far the nearest piece around this one glides: it carries this one along. */
function shiftAround(piece, shifts) {
  for (let around = piece.parentElement; around; around = around.parentElement) if (shifts.has(around)) return shifts.get(around);
  return { x: 0, y: 0 };
}

function animate(piece, { x, y }, milliseconds) {
  if (Math.hypot(x, y) < 2) return;
  const scale = piece.ownerSVGElement.getScreenCTM().a;
  const from = `translate(${x / scale}px, ${y / scale}px)`;
  piece.animate([{ transform: from }, { transform: "translate(0px, 0px)" }], { duration: milliseconds, easing: "ease-in-out", composite: "add" });
  piece.closest(".cell").classList.add("receives");
}

const drawn = new WeakMap();

/** Keeps how the pieces of a panel are drawn, before the page adds anything to them. */
export function keepDrawing(panel) {
  for (const piece of panel.querySelectorAll("[id]:not([id^=panel-])")) {
    drawn.set(piece, `${panel.firstElementChild.id} ${piece.getAttribute("transform")} ${piece.innerHTML}`);
  }
}

const drawnAs = (piece) => drawn.get(piece) ?? "";
const find = (stage, id) => stage.querySelector(`[id="${CSS.escape(id)}"]`);
