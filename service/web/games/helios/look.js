/** Helios at the table. */

import { column, row } from "../../table/board/arrangement.js";

export { previewLines, previewTone } from "./previews.js";

export const tabs = { table: ["actions", "lands", "choice", "characters", "city-*"], mine: ["choice", "land-*", "holdings-*"] };
export const ofSeat = ["land", "holdings", "city"];

/** Actions and lands on the left, the own land large in the middle, buildings and characters on the right. */
export function arrangements({ own, others }) {
  const [land, holdings, city] = ["land", "holdings", "city"].map(own);
  return [
    row(column("actions", "lands", "choice"), column(land, holdings), column(others, city, "characters")),
    row(column(land, holdings), column("actions", "lands", "choice"), column(others, city, "characters")),
    column(row(column("actions", "lands", "choice"), land), row(column(holdings, others), column(city, "characters"))),
    column(row("actions", "lands"), row(land, column(holdings, "choice", city)), row("characters", others)),
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
