/** Durations and deadlines. */

import { settings } from "./settings.js";
import { text } from "./texts.js";

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

const SPEEDS = { normal: 1, fast: 0.4, off: 0 };

/** Returns how long an animation of so many milliseconds takes at the chosen speed: 0 if animations are off or motion is reduced. */
export function animationTime(milliseconds) {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : milliseconds * SPEEDS[settings.get("animation")];
}
