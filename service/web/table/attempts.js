/** Runs what can fail, and tells the user if it does. */

import { problemText } from "../core/problems.js";

/** Runs an action and shows the problem if it fails. */
export async function attempt(table, action) {
  try {
    await action();
  } catch (problem) {
    showProblem(table, problem);
  }
}

/** Shows a problem above the board; one that ends the table replaces it. */
export function showProblem(table, problem) {
  if (!table.isOpen || problem.name === "AbortError") return;
  if (["session_unknown", "token_unknown"].includes(problem.code)) return table.onFailure(problem);
  table.notice = problemText(problem);
  table.parts.notice.textContent = table.notice;
  table.parts.notice.hidden = false;
}
