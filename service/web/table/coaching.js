/** The coach at the table: shows the steps of a guided first game and points at the panels they are about. */

import { coachPanels, createCoach, drawCoach, observe } from "../coach/coach.js";

/** Starts the coach if this session is a guided first game. */
export async function openCoach(table) {
  table.coach = table.saved.lesson ? await createCoach(table.game.id, table.id) : null;
}

/** Draws the current step. */
export function drawCoachStep(table) {
  const { coach, position, entries, parts } = table;
  if (!coach) return;
  while (observe(coach, position, entries));
  drawCoach(parts.coach, coach, { version: position.version, onChange: () => pointAtPanels(table) });
  pointAtPanels(table);
}

function pointAtPanels({ coach, parts }) {
  const panels = coachPanels(coach);
  for (const cell of parts.stage.children) cell.classList.toggle("pointed-at", panels.includes(cell.dataset.panel));
}
