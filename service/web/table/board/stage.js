/** The stage: the part of the screen that shows the panels, each in a cell that is placed by the arrangement. */

import { element } from "../../core/dom.js";
import { keepDrawing } from "./glide.js";
import { sizeOf } from "./picture.js";

/** Smaller text cannot be read; it is hidden. */
const SMALLEST_TEXT = 11;

/** A target that is smaller cannot be hit with a finger. */
const SMALLEST_TARGET = 40;

/** Puts panels on the stage in place of those it shows; panels that are no longer there are removed. */
export function showPanels(stage, panels) {
  for (const cell of cellsOf(stage)) if (!panels.has(cell.dataset.panel)) cell.remove();
  for (const [name, panel] of panels) {
    keepDrawing(panel);
    const cell = cellOf(stage, name) ?? stage.appendChild(element("div", { class: "cell", "data-panel": name }));
    cell.classList.remove("receives");
    cell.replaceChildren(panel);
  }
}

/** Places every cell; `shown` are the names of the panels that can be seen, the others stay behind them; `floating` ones are in front. */
export function placeCells(stage, places, shown, floating = []) {
  for (const cell of cellsOf(stage)) {
    const place = places.get(cell.dataset.panel);
    cell.hidden = !place;
    cell.classList.toggle("behind", !shown.has(cell.dataset.panel));
    cell.classList.toggle("floating", floating.includes(cell.dataset.panel));
    if (!place) continue;
    for (const [side, length] of Object.entries(place)) cell.style[side] = `${length}px`;
    hideSmallTexts(cell.firstElementChild, place.width);
  }
}

/** Returns the sizes of the panels on the stage, in units, by name. */
export function sizesOf(stage) {
  return new Map(cellsOf(stage).map((cell) => [cell.dataset.panel, sizeOf(cell.firstElementChild)]));
}

/** Returns whether a piece is large enough to be hit with a finger. */
export function isLargeTarget(piece) {
  const { width, height } = piece.getBoundingClientRect();
  return Math.min(width, height) >= SMALLEST_TARGET - 0.5;
}

function hideSmallTexts(panel, width) {
  const scale = width / sizeOf(panel).width;
  for (const text of panel.querySelectorAll("text")) {
    text.classList.toggle("too-small", Number(text.getAttribute("font-size")) * scale < SMALLEST_TEXT - 0.05);
  }
}

const cellsOf = (stage) => [...stage.querySelectorAll(":scope > .cell")];

function cellOf(stage, name) {
  return stage.querySelector(`:scope > [data-panel="${name}"]`);
}
