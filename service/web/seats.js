/** Who plays. */

import { button, element, show } from "./dom.js";
import { nameOf } from "./player_names.js";
import { share } from "./share.js";
import { text } from "./texts.js";

/** Lists the seats, and marks the one to act and those played here. */
export function drawSeats(table) {
  const { position, own } = table;
  show(table.parts.seats, position.seats.map((seat) => {
    const isAsked = position.to_act?.seat === seat.seat;
    const notes = [manner(table, seat), own.includes(seat.seat) && text("seat.here"), isAsked && text("seat.to_act")].filter(Boolean);
    return element("li", { class: isAsked ? "asked" : null, "aria-current": isAsked ? "true" : null },
      element("span", { class: `disc seat-${seat.seat}`, "aria-hidden": "true" }, seat.seat + 1),
      element("span", {}, element("strong", {}, nameOf(table, seat.seat)), " ", element("span", { class: "faint" }, notes.join(" · "))),
      isInvited(table, seat) && button(text("seat.invite"), () => share(table), { "data-key": `invite-${seat.seat}` }));
  }));
}

function isInvited({ kept }, { seat, kind, claimed }) {
  return kept.invites[seat] !== undefined && kind === "human" && !claimed;
}

function manner(table, seat) {
  const level = { level: text(`level.${seat.level}`) };
  if (seat.resigned) return text("seat.resigned", level);
  if (seat.kind === "ai") return text("seat.ai", level);
  return isInvited(table, seat) ? text("seat.invited") : "";
}
