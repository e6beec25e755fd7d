/** Hints: the moves that the strongest AI level would make. */

import { call, pause, Problem, read } from "../core/api.js";
import { moveKey } from "./moves.js";

const MAX_MOVES = 5;
const MAX_POLLS = 20;

/** Requests a hint. Returns a map of the best moves' keys, best first, to the seat's chance to win. */
export async function requestHint({ id, seat }, token) {
  const body = JSON.stringify({ level: "hard", analysis: true });
  const headers = { "Content-Type": "application/json", Prefer: "wait=5" };
  const response = await call(`/v1/sessions/${id}/ai-moves`, { method: "POST", token, body, headers });
  const { result } = await pollUntilDone(await response.json());
  const candidates = result.analysis?.length ? result.analysis : [{ move: result.move, expected: [] }];
  return new Map(candidates.slice(0, MAX_MOVES).map(({ move, expected }) => [moveKey(move), expected[seat]]));
}

/** Polls the job until it is done; throws a Problem if it fails, is cancelled or takes too long. */
async function pollUntilDone(job) {
  for (let polls = 0; job.status !== "done"; polls += 1) {
    if (job.problem) throw new Problem(job.problem.code, job.problem.detail);
    if (polls === MAX_POLLS || job.status === "cancelled") throw new Problem("queue_full");
    await pause(500);
    job = await read(`/v1/jobs/${job.id}`);
  }
  return job;
}
