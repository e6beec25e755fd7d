/** Reads who is at the table now and then while somebody looks at the page: presence is not part of the feed. */

import { read } from "../../core/api.js";
import { drawClock } from "./clock.js";
import { drawSeats } from "./seats.js";
import { viewerToken } from "./tokens.js";

const INTERVAL = 15_000;

/** Reads the presence of the other players regularly; returns a function that stops it. */
export function watchPresence(table) {
  const timer = setInterval(() => document.visibilityState === "visible" && hasOtherPeople(table) && readPresence(table), INTERVAL);
  return () => clearInterval(timer);
}

/** Reads who is present and draws the seats again. A failure changes nothing: the feed reports lost connections. */
export async function readPresence(table) {
  try {
    const { presence } = await read(`/v1/sessions/${table.id}?legal_moves=false`, viewerToken(table));
    if (!table.isOpen) return;
    table.presence = presence;
    drawSeats(table);
    drawClock(table);
  } catch {
    // The next attempt follows.
  }
}

function hasOtherPeople({ position, ownSeats }) {
  return !position.outcome && position.seats.some(({ seat, kind }) => kind !== "ai" && !ownSeats.includes(seat));
}
