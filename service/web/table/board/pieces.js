/** Which pieces of the board belong to which moves. The attributes of pieces are described in engine/drawing.py. */

const NO_PARAMETERS = ["data-move", "data-moves", "data-after", "data-about"];

/** Returns the pieces of an element that are linked to moves. */
export function piecesOf(element) {
  return [...element.querySelectorAll("[data-move]")];
}

/** Returns the piece with an id; null if the stage does not show it. */
export function findPiece(stage, id) {
  return stage.querySelector(`[id="${CSS.escape(id)}"]`);
}

/** Returns whether a piece belongs to a move: `data-move` lists the move's type, and the other `data-` attributes match its parameters. */
export function matches(piece, move) {
  if (!piece.dataset.move.split(" ").includes(move.type)) return false;
  return Object.entries(attributesOf(piece)).every(([name, value]) => matchesParameter(name, value, move));
}

/** Returns the attributes that fix parameters, by the names that are written in the picture. */
function attributesOf(piece) {
  const written = piece.getAttributeNames().filter((name) => name.startsWith("data-") && !NO_PARAMETERS.includes(name));
  return Object.fromEntries(written.map((name) => [name.slice("data-".length), piece.getAttribute(name)]));
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

/**
 * Returns what can be chosen: `targets` maps pieces to their moves, `others` are the moves that no target stands for. While a piece is
 * selected, a piece that stands for all remaining moves is no target: it would tell nothing apart. A piece with `data-after` is a target
 * only while another piece is selected.
 */
export function findTargets(pieces, moves, { isSelected, isUsable }) {
  const targets = new Map();
  for (const piece of pieces) {
    if (piece.dataset.after !== undefined && !isSelected) continue;
    const own = moves.filter((move) => matches(piece, move));
    const tellsApart = own.length > 0 && !(isSelected && own.length === moves.length);
    if (tellsApart && isUsable(piece)) targets.set(piece, own);
  }
  const reached = new Set([...targets.values()].flat());
  return { targets, others: moves.filter((move) => !reached.has(move)) };
}

/**
 * Returns the moves of a clicked element: those of the innermost target and of the targets around it, except of a target that merely stands
 * for more moves of the same kind.
 */
export function movesAt(element, targets) {
  const found = new Set();
  for (let piece = element?.closest("[data-move]"); piece; piece = piece.parentElement?.closest("[data-move]")) {
    const own = targets.get(piece) ?? [];
    const isWider = found.size > 0 && [...found].every((move) => own.includes(move));
    if (!isWider) for (const move of own) found.add(move);
  }
  return [...found];
}

/** Returns the smallest target within a tolerance of the pointer: pieces have gaps, and touch is imprecise. */
export function nearestTarget(targets, { clientX, clientY }, tolerance = 6) {
  const isNear = ({ left, right, top, bottom, width }) => {
    const isInRow = clientY > top - tolerance && clientY < bottom + tolerance;
    return width > 0 && isInRow && clientX > left - tolerance && clientX < right + tolerance;
  };
  const boxes = [...targets.keys()].map((piece) => [piece, piece.getBoundingClientRect()]).filter(([, box]) => isNear(box));
  boxes.sort(([, one], [, other]) => one.width * one.height - other.width * other.height);
  return boxes[0]?.[0];
}
