/**
 * Calls of the public API. Tokens are sent in the Authorization header only. Responses bypass the browser's cache, so that the view of one
 * seat is never shown to another seat on the same device.
 */

import { Problem } from "./problems.js";
import { limitTime } from "./slow_calls.js";
import { language } from "./texts.js";

export { Problem } from "./problems.js";
export { onSlow } from "./slow_calls.js";

const MAX_ATTEMPTS = 3;
let reads = new AbortController();

/** Sends a request and returns the response; throws a Problem if its status is not 2xx. */
export async function call(path, options) {
  return exchange(path, options, (response) => response);
}

/** Sends a request and returns what `readBody` makes of the response; both together have to be done within the time limit. */
async function exchange(path, { token, accept = "application/json", headers = {}, signal, ...rest } = {}, readBody) {
  const allHeaders = { Accept: accept, "Accept-Language": language, ...headers };
  if (token) allHeaders.Authorization = `Bearer ${token}`;
  const limit = limitTime(signal, preferredWait(allHeaders));
  try {
    const response = await fetch(path, { ...rest, headers: allHeaders, cache: "no-store", credentials: "omit", signal: limit.signal });
    if (!response.ok) throw await problemOf(response);
    return await readBody(response);
  } catch (error) {
    throw error instanceof Problem || error.name === "AbortError" ? error : new Problem("network");
  } finally {
    limit.end();
  }
}

/** Returns the milliseconds that a call asks the server to wait for a result (`Prefer: wait`). */
function preferredWait({ Prefer = "" }) {
  return Number(/wait=(\d+)/.exec(Prefer)?.[1] ?? 0) * 1000;
}

async function problemOf(response) {
  const problem = await response.json().catch(() => ({}));
  const seconds = Number(response.headers.get("Retry-After"));
  return new Problem(problem.code ?? "internal_error", problem.errors?.[0]?.message ?? problem.detail ?? "", seconds || null);
}

/** Aborts all pending reads, because the user has navigated away; changes that were sent are not aborted. */
export function abortReads() {
  reads.abort();
  reads = new AbortController();
}

/** Reads a JSON document. */
export async function read(path, token) {
  return exchange(path, { token, signal: reads.signal }, (response) => response.json());
}

/** Reads a text document of another media type: the rules or a board. */
export async function readText(path, accept, token) {
  return exchange(path, { token, accept, signal: reads.signal }, (response) => response.text());
}

/** Posts a change. Retries after network failures with the same idempotency key, so that the change is made once. */
export async function send(path, body, { token, headers = {} } = {}) {
  const allHeaders = { "Content-Type": "application/json", "Idempotency-Key": randomKey(), ...headers };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await exchange(path, { method: "POST", body: JSON.stringify(body), token, headers: allHeaders }, (response) => response.json());
    } catch (problem) {
      if (problem.code !== "network" || attempt === MAX_ATTEMPTS) throw problem;
      await pause(attempt * 700);
    }
  }
}

/** Waits. */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
