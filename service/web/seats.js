/** The list of seats and their players. */

import { button, element, show } from "./dom.js";
import { playerName } from "./player_names.js";
import { openShareDialog } from "./share.js";
import { text } from "./texts.js";

/** Lists the seats; marks the seat to act and the seats that are played on this device. */
export function drawSeats(table) {
  const { position, ownSeats } = table;
  show(table.parts.seats, position.seats.map((seat) => {
    const isToAct = position.to_act?.seat === seat.seat;
    const notes = [playerNote(table, seat), ownSeats.includes(seat.seat) && text("seat.here"), isToAct && text("seat.to_act")];
    return element("li", { class: isToAct ? "to-act" : null, "aria-current": isToAct ? "true" : null },
      element("span", { class: `badge seat-${seat.seat}`, "aria-hidden": "true" }, seat.seat + 1),
      element("span", {},
        element("strong", {}, playerName(table, seat.seat)), " ",
        element("span", { class: "muted" }, notes.filter(Boolean).join(" · "))),
      isInvited(table, seat) && button(text("seat.invite"), () => openShareDialog(table), { "data-key": `invite-${seat.seat}` }));
  }));
}

function isInvited({ saved }, { seat, kind, claimed }) {
  return saved.inviteCodes[seat] !== undefined && kind === "human" && !claimed;
}

function playerNote(table, seat) {
  const level = { level: text(`level.${seat.level}`) };
  if (seat.resigned) return text("seat.resigned", level);
  if (seat.kind === "ai") return text("seat.ai", level);
  return isInvited(table, seat) ? text("seat.invited") : "";
}
