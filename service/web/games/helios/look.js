/** Helios at the table. */

import { column, row } from "../../table/board/arrangement.js";

export { previewLines, previewTone } from "./previews.js";

const TABS = { table: ["actions", "lands"], mine: ["land-*", "holdings-*"], city: ["city-*", "characters"] };

export const tabs = { tall: TABS, flat: TABS };
export const floating = { choice: ["lands", "holdings-*", "characters"] };
export const importance = { "land-*": 1.15 };
export const ofSeat = ["land", "holdings", "city"];

/** Actions and lands on the left, the own land large in the middle, buildings and characters on the right. */
export function arrangements({ own, others, summaries }) {
  const [land, holdings, city] = ["land", "holdings", "city"].map(own);
  return [
    row(column("actions", "lands", holdings, city), column(row(land, column(...summaries)), "characters")),
    column(row(column("actions", row(column(...summaries), "characters")), land), row("lands", holdings, city)),
    column(row(column("actions", "lands"), land), row(column(holdings, others), column(city, "characters"))),
    column("actions", row(column("lands", city, row(...summaries), "characters"), column(land, holdings))),
    column(row(column("actions", "characters", city), column("lands", land)), row(holdings, others)),
  ];
}

/** The points won so far; null where they are hidden. */
export function scoreOf(view, seat) {
  return view.players[seat].points;
}

/** The round; the last one decides. */
export function roundOf(view) {
  return view.round;
}

/** The fields that the sun enters, and the tiles that it lights. */
export function previewPieces({ type, preview }, seat) {
  if (type !== "move_sun" || !preview) return [];
  return [...preview.path, ...preview.lights.map(({ field }) => field)].map((field) => `field-${seat}-${field}`);
}
