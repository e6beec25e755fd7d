/** The clock of the seat to act, counting down to its deadline, and what is left of each seat's bank. */

import { duration, timeLeft } from "../../core/durations.js";
import { text } from "../../core/texts.js";
import { playerName } from "./player_names.js";

const TICK = 500;
const URGENT = 20_000;

/**
 * Keeps the latest clock. The server's time tells how far this device's time is off: of all differences seen the largest is the most
 * accurate, because a message that travels longer only makes the difference smaller.
 */
export function noteClock(table, clock) {
  if (!clock) return;
  table.clock = clock;
  table.clockOffset = Math.max(table.clockOffset ?? -Infinity, Date.parse(clock.now) - Date.now());
}

/** Redraws the clock while the table is open; returns a function that stops it. */
export function startClock(table) {
  const timer = setInterval(() => drawClock(table), TICK);
  return () => clearInterval(timer);
}

/** Draws the countdown, beside the name in the bar too, and the banks. */
export function drawClock(table) {
  const { clock, parts, position } = table;
  const isRunning = Boolean(clock?.deadline_at) && !position.outcome;
  parts.clock.hidden = !isRunning;
  if (!clock) return;
  const left = isRunning ? timeLeft(clock.deadline_at, table.clockOffset) : 0;
  const key = clock.seat === table.seat ? "clock.yours" : "clock.other";
  if (isRunning) parts.clock.textContent = text(key, { time: duration(left), name: playerName(table, clock.seat) });
  parts.clock.classList.toggle("urgent", isRunning && left < URGENT);
  for (const place of parts.people.querySelectorAll("[data-clock]")) {
    const isShown = isRunning && Number(place.dataset.clock) === clock.seat;
    place.textContent = isShown ? duration(left) : "";
    place.classList.toggle("urgent", isShown && left < URGENT);
  }
  for (const bank of parts.seats.querySelectorAll("[data-bank]")) {
    const seat = Number(bank.dataset.bank);
    const rest = clock.bank_ms[seat];
    bank.textContent = `· ${text("clock.bank", { time: duration(isRunning && seat === clock.seat ? Math.min(rest, left) : rest) })}`;
  }
}
