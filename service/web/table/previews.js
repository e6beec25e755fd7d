/** What a move costs, brings and ends, in words. */

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";

/** Returns the lines about a move. */
export function linesOf(table, move) {
  const lines = table.look.previewLines(move, table.look.text, table.catalogue);
  return move.preview?.ends_turn ? [...lines, text("preview.ends_turn")] : lines;
}

/** Returns the lines as elements. */
export function lineElements(lines) {
  return lines.map((line) => element("small", {}, line));
}
