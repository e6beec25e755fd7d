/** What players are called. */

import { text } from "./texts.js";

/** What a seat is called: its player's name, else its number. */
export function nameOf(table, seat) {
  return table.position.seats[seat]?.name ?? text("player", { number: seat + 1 });
}
