/** The coach at the table: shows the steps of a guided first game. */

import { createCoach, drawCoach } from "../coach/coach.js";

/** Starts the coach if this session is a guided game. */
export function openCoach(table) {
  table.coach = table.saved.isCoached ? createCoach(table.game) : null;
}

/** Draws the present step of the coach and points at the panels it is about. */
export function drawCoachStep(table) {
  table.parts.coach.hidden = !table.coach;
  if (table.coach) drawCoach(table.parts.coach, table);
}
