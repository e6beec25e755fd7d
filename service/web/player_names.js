/** The names of players. */

import { text } from "./texts.js";

/** Returns the name of a seat's player; for a player without a name, "Player" and a number. */
export function playerName(table, seat) {
  return table.position.seats[seat]?.name ?? text("player", { number: seat + 1 });
}

const NUMBERED_PLAYER = /(?:\b(le|du|au) )?\b(?:player|joueur|spieler) (\d+)/gi;
const FRENCH_PREPOSITION = { du: "de ", au: "à " };

/** Returns a label of the API, such as "Player 2 passes", with player numbers replaced by names. */
export function withPlayerNames(table, label) {
  return label.replace(NUMBERED_PLAYER, (match, article, number) => {
    const name = table.position.seats[number - 1]?.name;
    return name ? `${FRENCH_PREPOSITION[article?.toLowerCase()] ?? ""}${name}` : match;
  });
}
