/**
 * Calls of the public API. Tokens are sent in the Authorization header only. Responses bypass the browser's cache, so that the view of one
 * seat is never shown to another seat on the same device.
 */

import { language } from "./texts.js";

const MAX_ATTEMPTS = 3;
let reads = new AbortController();

/** A failed call: `code` is the code of the API's problem document, or `network` if there was no readable response. */
export class Problem extends Error {
  constructor(code, detail = "", retryAfter = null) {
    super(detail || code);
    Object.assign(this, { code, detail, retryAfter });
  }
}

/** Awaits a response or its body; throws a `network` Problem if that fails, and passes an AbortError on. */
async function orNetworkProblem(promise) {
  try {
    return await promise;
  } catch (error) {
    throw error.name === "AbortError" ? error : new Problem("network");
  }
}

/** Sends a request and returns the response; throws a Problem if its status is not 2xx. */
export async function call(path, { token, accept = "application/json", headers = {}, ...rest } = {}) {
  const allHeaders = { Accept: accept, "Accept-Language": language, ...headers };
  if (token) allHeaders.Authorization = `Bearer ${token}`;
  const response = await orNetworkProblem(fetch(path, { ...rest, headers: allHeaders, cache: "no-store", credentials: "omit" }));
  if (!response.ok) throw await problemOf(response);
  return response;
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
  return orNetworkProblem((await call(path, { token, signal: reads.signal })).json());
}

/** Reads a text document of another media type: the rules or a board. */
export async function readText(path, accept, token) {
  return orNetworkProblem((await call(path, { token, accept, signal: reads.signal })).text());
}

/** Posts a change. Retries after network failures with the same idempotency key, so that the change is made once. */
export async function send(path, body, { token, headers = {} } = {}) {
  const allHeaders = { "Content-Type": "application/json", "Idempotency-Key": randomKey(), ...headers };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await orNetworkProblem((await call(path, { method: "POST", body: JSON.stringify(body), token, headers: allHeaders })).json());
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
