/** The list of seats and their players. */

import { button, element, show } from "../../core/dom.js";
import { dealNote, sightNote } from "../../core/fairness.js";
import { text } from "../../core/texts.js";
import { openSeatDialog } from "./manage_seat.js";
import { playerName } from "./player_names.js";
import { isConnected } from "./presence.js";
import { isInvited, openShareDialog } from "./share.js";
import { hostToken } from "./tokens.js";

/** Lists the seats; marks the seat to act and the seats that are played on this device. */
export function drawSeats(table) {
  const { position, parts } = table;
  show(parts.seats, position.seats.map((seat) => seatRow(table, seat)));
  parts.dealNote.textContent = dealNote(position);
  parts.dealNote.hidden = !parts.dealNote.textContent;
}

function seatRow(table, seat) {
  const { position, ownSeats, clock } = table;
  const isToAct = position.to_act?.seat === seat.seat;
  const isOwn = ownSeats.includes(seat.seat);
  const notes = [
    playerNote(seat), isOwn ? text("seat.here") : presenceNote(table, seat), joinedNote(seat, isOwn), seat.host && text("seat.host"),
    holdsItself(seat, isOwn) ? "" : sightNote(seat), isToAct && text("seat.to_act"),
  ];
  return element("li", { class: isToAct ? "to-act" : null, "aria-current": isToAct ? "true" : null },
    element("span", { class: `badge seat-${seat.seat}`, "aria-hidden": "true" }, seat.seat + 1),
    element("span", {},
      element("strong", {}, playerName(table, seat.seat)), " ",
      element("span", { class: "muted" }, notes.filter(Boolean).join(" · ")), " ",
      clock && seat.kind !== "ai" && element("span", { class: "muted bank", "data-bank": seat.seat })),
    isInvited(table, seat) && button(text("seat.invite"), () => openShareDialog(table), { "data-key": `invite-${seat.seat}` }),
    canManage(table, seat, isOwn) && manageButton(table, seat.seat));
}

/** Returns whether a host can do something about a seat: every seat that a person of elsewhere plays, played or will play. */
function canManage(table, { kind, resigned, replaced, timed_out: timedOut }, isOwn) {
  const wasPerson = kind !== "ai" || resigned || replaced || timedOut;
  return hostToken(table) !== undefined && !isOwn && wasPerson && !table.position.outcome;
}

function manageButton(table, seat) {
  const label = `${text("manage")}: ${playerName(table, seat)}`;
  return button(text("manage"), () => openSeatDialog(table, seat), { "data-key": `manage-${seat}`, "aria-label": label });
}

function playerNote(seat) {
  const level = { level: text(`level.${seat.level}`) };
  if (seat.resigned) return text("seat.resigned", level);
  if (seat.replaced) return text("seat.replaced", level);
  if (seat.kind === "ai") return text(seat.timed_out ? "seat.timed_out_ai" : "seat.ai", level);
  if (seat.timed_out) return text("seat.timed_out");
  return seat.kind === "invited" && !seat.claimed ? text("seat.invited") : "";
}

function presenceNote(table, seat) {
  if (seat.kind === "ai" || (seat.kind === "invited" && !seat.claimed) || table.position.outcome) return "";
  return text(isConnected(table, seat.seat) ? "seat.connected" : "seat.away");
}

function joinedNote({ kind, claimed }, isOwn) {
  return kind !== "ai" && claimed && !isOwn ? text("seat.joined") : "";
}

/** Returns whether this device is the host that holds the seat: only the others must be told. */
function holdsItself({ kind, held_by_host: isHeld }, isOwn) {
  return isOwn && isHeld && kind !== "ai";
}
