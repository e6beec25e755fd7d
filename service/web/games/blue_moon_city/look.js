/** Blue Moon City at the table. */

import { column, row } from "../../table/board/arrangement.js";

export { previewLines, previewTone } from "./previews.js";

export const tabs = {
  tall: { table: ["city", "obelisk", "site", "hand"], mine: ["hand", "holdings-*", "piles"] },
  flat: { table: ["city", "site", "hand"], mine: ["hand", "obelisk", "holdings-*", "piles"] },
};
export const floating = {};
export const importance = { city: 1.6 };
export const ofSeat = ["holdings"];

/** The city sized to the height, obelisk, players and the own hand on the right or below. */
export function arrangements({ own, summaries }) {
  const [players, mine] = [column(...summaries), own("holdings")];
  return [
    row("city", column("obelisk", row(mine, players), "piles", "site", "hand")),
    column(row("obelisk", mine), row("city", column(players, "piles", "site", "hand"))),
    row(column("city", row("hand", mine)), column("obelisk", players, "piles", "site")),
    column("obelisk", "city", row(column("site", "hand"), column(mine, players, "piles"))),
    column("city", row("obelisk", mine), row(column("site", "hand"), column(players, "piles"))),
  ];
}

/** The offerings made. */
export function scoreOf(view, seat) {
  return view.obelisk.filter((owner) => owner === seat).length;
}

/** Games end by offerings, not by rounds. */
export function roundOf() {
  return null;
}

/** Every piece that a move concerns is a target itself. */
export function previewPieces() {
  return [];
}
