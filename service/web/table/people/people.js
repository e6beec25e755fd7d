/** The players in the bar: colour, name, score and whose turn it is. A click shows what a player has. */

import { button, element, show } from "../../core/dom.js";
import { text } from "../../core/texts.js";
import { enlargeSeat } from "../board/enlarge.js";
import { playerName } from "./player_names.js";

/** Draws the players in the order of play, and the round. */
export function drawPeople(table) {
  const { position, parts, look } = table;
  show(parts.people, position.seats.map(({ seat }) => chip(table, seat)));
  const round = look.roundOf(position.view);
  parts.round.textContent = round === null ? "" : text("round", { round });
}

function chip(table, seat) {
  const { position, look, ownSeats } = table;
  const isToAct = position.to_act?.seat === seat;
  const name = playerName(table, seat);
  const score = position.outcome ? position.outcome.scores[seat] : look.scoreOf(position.view, seat);
  const label = [name, score !== null && text("people.score", { score }), isToAct && text("seat.to_act")].filter(Boolean).join(", ");
  return element("li", { class: isToAct ? "to-act" : null, "aria-current": isToAct ? "true" : null },
    button([
      element("span", { class: `badge small seat-${seat}`, "aria-hidden": "true" }, seat + 1),
      element("span", { class: `name${ownSeats.includes(seat) ? " own" : ""}` }, name),
      score === null ? "" : element("span", { class: "score" }, score),
      element("span", { class: "seat-clock", "data-clock": seat }),
    ], () => enlargeSeat(table, seat), { "aria-label": label, "data-key": `person-${seat}` }));
}
