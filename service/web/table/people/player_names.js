/** The names of players. */

import { text } from "../../core/texts.js";

/** Returns the name of a seat's player; for a player without a name, "Player" and a number. */
export function playerName(table, seat) {
  return table.position.seats[seat]?.name ?? text("player", { number: seat + 1 });
}
