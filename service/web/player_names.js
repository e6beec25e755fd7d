/** What players are called. */

import { text } from "./texts.js";

/** What a seat is called: its player's name, else its number. */
export function nameOf(table, seat) {
  return table.position.seats[seat]?.name ?? text("player", { number: seat + 1 });
}

const PLAYER = /(?:\b(le|du|au) )?\b(?:player|joueur|spieler) (\d+)/gi;
const BEFORE_A_NAME = { du: "de ", au: "à " };

/** A label of the API, which numbers players, with the names of those who have one. */
export function withNames(table, label) {
  return label.replace(PLAYER, (numbered, article, number) => {
    const name = table.position.seats[number - 1]?.name;
    return name ? `${BEFORE_A_NAME[article?.toLowerCase()] ?? ""}${name}` : numbered;
  });
}
