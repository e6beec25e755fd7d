/** Blue Moon City at the table. */

import { column, row } from "../../table/board/arrangement.js";

export { previewLines, previewTone } from "./previews.js";

export const tabs = { table: ["city", "obelisk", "site", "hand"], mine: ["site", "hand", "holdings-*", "piles"] };
export const ofSeat = ["holdings"];

/** The city sized to the height, obelisk and players on the right, the own hand along the bottom. */
export function arrangements({ own, others }) {
  const side = ["obelisk", "site", row(own("holdings"), "piles"), others];
  return [
    row("city", column(...side, "hand")),
    column(row("city", column(...side)), "hand"),
    column("city", "obelisk", row("site", column(own("holdings"), "piles")), "hand", others),
    column(row("city", column("obelisk", "piles", own("holdings"), others)), row("site", "hand")),
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
