/** What a strong computer player would do in the reader's place. */

import { call, pause, Problem, read } from "./api.js";
import { bare } from "./moves.js";

const SHOWN = 5;
const PATIENCE = 20;

/** The best moves, each (bare) with the seat's chance to win, best first. */
export async function adviceFor({ id, seat }, token) {
  const body = JSON.stringify({ level: "hard", analysis: true });
  const headers = { "Content-Type": "application/json", Prefer: "wait=5" };
  const answer = await call(`/v1/sessions/${id}/ai-moves`, { method: "POST", token, body, headers });
  const { result } = await finished(await answer.json());
  const weighed = result.analysis?.length ? result.analysis : [{ move: result.move, expected: [] }];
  return new Map(weighed.slice(0, SHOWN).map(({ move, expected }) => [bare(move), expected[seat]]));
}

/** The job once it is done. */
async function finished(job) {
  for (let tries = 0; job.status !== "done"; tries += 1) {
    if (job.problem) throw new Problem(job.problem.code, job.problem.detail);
    if (tries === PATIENCE || job.status === "cancelled") throw new Problem("queue_full");
    await pause(500);
    job = await read(`/v1/jobs/${job.id}`);
  }
  return job;
}
