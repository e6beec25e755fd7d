/** What the table needs to know about each game: where its panels go, what its moves mean, and its own texts. */

import { addTexts, text } from "../core/texts.js";

const LOOKS = {
  orbis: () => import("./orbis/look.js"),
  helios: () => import("./helios/look.js"),
  blue_moon_city: () => import("./blue_moon_city/look.js"),
};

/**
 * Loads the look of a game in the language of the page:
 * `tabs` names the panels of each tab of a phone, by the mode of the screen; `*` stands for the viewing seat. `ofSeat` are the panels of
 * one seat. `floating` names panels that only some decisions need, and which panels they may cover, the first one that is visible.
 * `arrangements({own, others, summaries, inRows})` returns the trees for screens that show everything, `importance` how much larger a panel should
 * be than others.
 * `scoreOf(view, seat)` returns what the bar shows of a seat, or null; `roundOf(view)` the number of the round, or null.
 * `previewLines(move, text, catalogue)` and `previewTone(move)` say what a move costs and brings and whether a player may regret it.
 * `previewPieces(move, seat)` returns the ids of the pieces that a move would reach.
 */
export async function loadLook(game) {
  const [look] = await Promise.all([LOOKS[game](), addTexts(`games/${game}`)]);
  return { ...look, text };
}
