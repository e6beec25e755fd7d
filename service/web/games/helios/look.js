/** Helios at the table. */

import { column, row } from "../../table/board/arrangement.js";

export { previewLines, previewTone } from "./previews.js";

const TABS = { table: ["actions", "lands"], mine: ["land-*", "holdings-*"], city: ["city-*", "characters"] };

export const tabs = { tall: TABS, flat: TABS };
export const floating = { choice: ["lands", "holdings-*", "characters"] };
export const importance = {};
export const ofSeat = ["land", "holdings", "city"];

/** The player's own land large; actions and lands, buildings and characters around it. */
export function arrangements({ own, summaries }) {
  const [land, holdings, city, others] = [...["land", "holdings", "city"].map(own), column(...summaries)];
  return [
    row(column("actions", land, holdings), column(row(column("lands", city), others), "characters")),
    row(column("actions", "lands", "characters", holdings), column(row(land, others), city)),
    row(column("actions", land, "characters"), column("lands", holdings, city), others),
    column(row(column("actions", city), land, column("lands", "characters")), row(holdings, ...summaries)),
    column(row(column("actions", "lands", holdings), column(land, "characters")), row(city, others)),
    column(row(column("actions", "lands", city), column(land, holdings)), row("characters", others)),
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
