/** Hints: the moves that the strongest AI level would make, shown at once and again whenever it finds a better one. */

import { call, pause, Problem, read } from "../core/api.js";
import { moveKey } from "./moves.js";

const MAX_MOVES = 5;
const POLL_MS = 150;
const MAX_POLLS = 200;

/**
 * Requests a hint and calls `show(hint)` with the best moves so far until the search is done; stops it when `isWanted()` is false. A hint
 * has `move`, `chances` (a map of the best moves' keys, best first, to the seat's chance to win) and `isDone`. Throws a Problem if the job
 * fails or takes too long.
 */
export async function followHint({ id, seat }, token, show, isWanted) {
  const body = JSON.stringify({ level: "expert", analysis: true });
  const headers = { "Content-Type": "application/json" };
  const response = await call(`/v1/sessions/${id}/ai-moves`, { method: "POST", token, body, headers });
  let job = await response.json();
  try {
    for (let polls = 0; isWanted(); polls += 1) {
      if (job.problem) throw new Problem(job.problem.code, job.problem.detail);
      if (polls === MAX_POLLS || job.status === "cancelled") throw new Problem("queue_full");
      const found = job.result ?? job.best;
      if (found) show(readHint(found, seat, job.status === "done"));
      if (job.status === "done") return;
      await pause(POLL_MS);
      job = await read(`/v1/jobs/${job.id}`);
    }
  } finally {
    if (job.status === "queued" || job.status === "running") cancel(job.id);
  }
}

/** Cancels a job that nobody waits for; if that fails, it ends by itself. */
function cancel(jobId) {
  call(`/v1/jobs/${jobId}`, { method: "DELETE" }).catch(() => {});
}

function readHint({ move, analysis }, seat, isDone) {
  const candidates = analysis?.length ? analysis.slice(0, MAX_MOVES) : [{ move, expected: [] }];
  const chances = new Map(candidates.map((candidate) => [moveKey(candidate.move), candidate.expected[seat]]));
  return { move, chances, isDone };
}
