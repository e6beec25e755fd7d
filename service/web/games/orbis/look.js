/** Orbis at the table. */

import { column, row } from "../../table/board/arrangement.js";

export { previewLines, previewTone } from "./previews.js";

const REGIONS = 14;

export const tabs = {
  tall: { table: ["display", "gods", "supply"], mine: ["world-*", "holdings-*"] },
  flat: { table: ["display", "gods"], mine: ["world-*"], supply: ["holdings-*", "supply"] },
};
export const floating = { choice: ["display", "world-*", "supply"] };
export const importance = { "world-*": 1.2, display: 1.1 };
export const ofSeat = ["world", "holdings"];

/** The display and the gods on the left, the player's own world on the right. */
export function arrangements({ own, others, summaries }) {
  const [world, holdings] = ["world", "holdings"].map(own);
  return [
    row(column("display", row("gods", "supply")), column(others, world, holdings)),
    column(row("display", world), row("gods", "supply", column(others, holdings))),
    column(row("display", column(...summaries)), row(column(world, holdings), column("gods", "supply"))),
    column(row("display", column("gods", "supply")), row(column(world, holdings), column(...summaries))),
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
