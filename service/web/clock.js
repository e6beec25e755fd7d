/** The clock of the seat to act, counting down to its deadline, and what is left of each seat's bank. */

import { playerName } from "./player_names.js";
import { text } from "./texts.js";

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

/** Draws the countdown and the banks. */
export function drawClock(table) {
  const { clock, parts, position } = table;
  const isRunning = clock?.deadline_at && !position.outcome;
  parts.clock.hidden = !isRunning;
  if (!clock) return;
  const left = isRunning ? timeLeft(clock.deadline_at, table.clockOffset) : 0;
  const key = clock.seat === table.seat ? "clock.yours" : "clock.other";
  if (isRunning) parts.clock.textContent = text(key, { time: duration(left), name: playerName(table, clock.seat) });
  parts.clock.classList.toggle("urgent", isRunning && left < URGENT);
  for (const bank of parts.seats.querySelectorAll("[data-bank]")) {
    const seat = Number(bank.dataset.bank);
    const rest = clock.bank_ms[seat];
    bank.textContent = `· ${text("clock.bank", { time: duration(isRunning && seat === clock.seat ? Math.min(rest, left) : rest) })}`;
  }
}

/** Returns the milliseconds until a deadline of the server; `offset` is how far its time is ahead of this device's. */
export function timeLeft(deadline, offset) {
  return Math.max(0, Date.parse(deadline) - Date.now() - offset);
}

/** Returns a duration as text: minutes and seconds, hours and minutes, or days and hours. */
export function duration(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit));
  const two = (number) => String(number).padStart(2, "0");
  if (days > 0) return text("duration.days", { days, hours: hours % 24 });
  return hours > 0 ? text("duration.hours", { hours, minutes: two(minutes % 60) }) : `${minutes}:${two(seconds % 60)}`;
}
