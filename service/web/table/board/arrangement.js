/**
 * Arranges panels in a box. An arrangement is a tree: a leaf is the name of a panel, `row(...)` puts its parts side by side at one height,
 * `column(...)` puts them below each other at one width. Panels keep their proportions, so the tree has one shape: its width is
 * `slope * height + offset`, where the offset comes from the gaps.
 */

const GAP = 6;

/** How much a full box counts against large panels. */
const FULLNESS = 0.1;

/** Puts parts side by side. */
export function row(...parts) {
  return { kind: "row", parts };
}

/** Puts parts below each other. */
export function column(...parts) {
  return { kind: "column", parts };
}

/** Leaves room for a panel of this proportion (width / height) that is not there. */
function space(proportion) {
  return { kind: "space", slope: proportion, offset: 0 };
}

/** Puts panels of the same proportion in rows of so many; a last row that is not full keeps room for the missing ones. */
export function grid(parts, columns, proportion) {
  const rows = [];
  for (let start = 0; start < parts.length; start += columns) {
    const present = parts.slice(start, start + columns);
    rows.push(row(...present, ...Array(columns - present.length).fill(space(proportion))));
  }
  return column(...rows);
}

/** Returns the tree with slope and offset of every part; null if none of its panels exists. `sizes` maps names to `{width, height}`. */
function measure(tree, sizes) {
  if (typeof tree === "string") {
    return sizes.has(tree) ? { kind: "panel", name: tree, offset: 0, slope: proportion(sizes.get(tree)) } : null;
  }
  if (tree.kind === "space") return tree;
  const parts = tree.parts.map((part) => measure(part, sizes)).filter(Boolean);
  if (!parts.some(({ kind }) => kind !== "space")) return null;
  const gaps = (parts.length - 1) * GAP;
  if (tree.kind === "row") {
    return { kind: "row", parts, slope: sum(parts.map(({ slope }) => slope)), offset: sum(parts.map(({ offset }) => offset)) + gaps };
  }
  const slope = 1 / sum(parts.map((part) => 1 / part.slope));
  return { kind: "column", parts, slope, offset: (sum(parts.map((part) => part.offset / part.slope)) - gaps) * slope };
}

/** Fits the tree into the box, centred. Returns a map of panel names to `{left, top, width, height}`. */
export function arrange(tree, sizes, box) {
  const places = new Map();
  const measured = measure(tree, sizes);
  if (!measured) return places;
  const height = Math.min(box.height, (box.width - measured.offset) / measured.slope);
  const width = widthAt(measured, height);
  place(measured, { left: (box.width - width) / 2, top: (box.height - height) / 2, width, height }, places);
  return places;
}

/**
 * Returns the best of several trees for a box: its smallest panel is large in relation to its design size, and little of the box stays
 * empty. `importance` maps names to how much larger than others a panel should be.
 */
export function bestTree(trees, sizes, box, importance = {}) {
  const scores = trees.map((tree) => {
    const places = [...arrange(tree, sizes, box)];
    const scales = places.map(([name, { width }]) => width / sizes.get(name).width / (importance[name] ?? 1));
    return Math.min(...scales) + (FULLNESS * sum(places.map(([, { width, height }]) => width * height))) / (box.width * box.height);
  });
  return trees[scores.indexOf(Math.max(...scores))];
}

function place(part, box, places) {
  if (part.kind === "panel") places.set(part.name, box);
  let { left, top } = box;
  for (const each of part.parts ?? []) {
    const isRow = part.kind === "row";
    const width = isRow ? widthAt(each, box.height) : box.width;
    const height = isRow ? box.height : heightAt(each, box.width);
    place(each, { left, top, width, height }, places);
    if (isRow) left += width + GAP;
    else top += height + GAP;
  }
}

const proportion = ({ width, height }) => width / height;
const widthAt = ({ slope, offset }, height) => slope * height + offset;
const heightAt = ({ slope, offset }, width) => (width - offset) / slope;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
