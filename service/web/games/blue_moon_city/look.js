/** Blue Moon City at the table. */

import { column, row } from "../../table/board/arrangement.js";

export { previewLines, previewTone } from "./previews.js";

export const tabs = {
  tall: { table: ["city", "obelisk", "site", "hand"], mine: ["site", "hand", "holdings-*", "piles"] },
  flat: { table: ["city", "obelisk", "holdings-*", "piles"], mine: ["site", "hand"] },
};
export const floating = {};
export const importance = { city: 1.5 };
export const ofSeat = ["holdings"];

/** The city sized to the height, obelisk, players and the player's own hand on the right or below. */
export function arrangements({ own, summaries, inRows }) {
  const players = inRows([own("holdings"), ...summaries], 2);
  return [
    row("city", column("obelisk", players, "piles", "site", "hand")),
    column("city", "obelisk", row(column("site", "hand"), column(players, "piles"))),
    column("city", row(column("obelisk", "site", "hand"), column(players, "piles"))),
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
