/** Orbis at the table. */

import { column, row } from "../../table/board/arrangement.js";

export { previewLines, previewTone } from "./previews.js";

const REGIONS = 14;

export const tabs = { table: ["display", "gods", "supply"], mine: ["choice", "world-*", "holdings-*"] };
export const ofSeat = ["world", "holdings"];

/** The display and the gods on the left, the own world on the right. */
export function arrangements({ own, others }) {
  const mine = [own("world"), own("holdings")];
  return [
    row(column("display", row("gods", "supply")), column(others, "choice", ...mine)),
    row(column("display", "gods", "supply"), column(others, "choice", ...mine)),
    column(row("display", column("gods", "supply", "choice")), row(own("world"), column(own("holdings"), others))),
    column(row("display", column("gods", "supply", others)), row(own("world"), column(own("holdings"), "choice"))),
  ];
}

/** The regions of the world so far: points are counted at the end. */
export function scoreOf(view, seat) {
  return `${view.players[seat].world.length}/${REGIONS}`;
}

/** Worlds show how far the game is. */
export function roundOf() {
  return null;
}

/** Every piece that a move concerns is a target itself. */
export function previewPieces() {
  return [];
}
