/** Explains pieces on hover, focus or a long press: name and effect from the glossary, and what the moves of a piece cost and bring. */

import { element } from "../../core/dom.js";
import { lineElements, linesOf } from "../previews.js";

const LONG_PRESS = 500;
const MAX_MOVES = 4;

/** Explains the pieces of an element from now on. */
export function explainPieces(stage, table) {
  stage.addEventListener("pointerover", (event) => event.pointerType === "mouse" && explain(table, event.target));
  stage.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hideTooltip());
  stage.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && explain(table, event.target));
  stage.addEventListener("focusout", hideTooltip);
  stage.addEventListener("pointerdown", (event) => event.pointerType !== "mouse" && waitForLongPress(stage, table, event));
}

let press = new AbortController();

/** A press that explained something is no click; what it explained stays until the next press. */
function waitForLongPress(stage, table, { target }) {
  press.abort(); // The last press may have ended without a click; then it must not take this one.
  press = new AbortController();
  const { signal } = press;
  let isLong = false;
  const timer = setTimeout(() => {
    isLong = explain(table, target);
  }, LONG_PRESS);
  const stop = () => clearTimeout(timer);
  signal.addEventListener("abort", stop);
  for (const type of ["pointerup", "pointercancel", "pointermove"]) stage.addEventListener(type, stop, { once: true, signal });
  const onClick = (event) => {
    if (!isLong) return;
    event.stopPropagation();
    event.preventDefault();
  };
  stage.addEventListener("click", onClick, { capture: true, once: true, signal });
}

/** Shows the explanation beside a piece; returns whether there is one. */
function explain(table, target) {
  const piece = target.closest("[data-about], .highlighted");
  const entry = table.glossary.get(target.closest("[data-about]")?.dataset.about ?? piece?.querySelector("[data-about]")?.dataset.about);
  const moves = table.targets.get(target.closest(".highlighted")) ?? [];
  hideTooltip();
  if (!piece || (!entry && !moves.length)) return false;
  const tooltip = element("div", { class: "tooltip", id: "tooltip", role: "tooltip" },
    entry && element("strong", {}, entry.name), entry && element("p", {}, entry.text),
    moves.slice(0, MAX_MOVES).map((move) => element("p", { class: "move" }, move.label, lineElements(linesOf(table, move)))));
  document.body.append(tooltip);
  place(tooltip, piece.getBoundingClientRect());
  return true;
}

/** Puts the tooltip above the piece, or below it if there is no room. */
function place(tooltip, { left, top, bottom, width }) {
  const [wide, high] = [tooltip.offsetWidth, tooltip.offsetHeight];
  tooltip.style.left = `${Math.max(8, Math.min(left + width / 2 - wide / 2, innerWidth - wide - 8))}px`;
  tooltip.style.top = `${top - high - 8 > 0 ? top - high - 8 : Math.min(bottom + 8, innerHeight - high - 8)}px`;
}

/** Hides the explanation. */
export function hideTooltip() {
  document.getElementById("tooltip")?.remove();
}

document.addEventListener("pointerdown", hideTooltip);
