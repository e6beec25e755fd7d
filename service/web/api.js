/**
 * Calls of the public API. Tokens travel in the Authorization header and nowhere else. Nothing stays in the browser's cache: what one
 * seat sees must never be shown to another on the same device.
 */

import { language } from "./texts.js";

const TRIES = 3;
let reading = new AbortController();

/** Why a call did not succeed: the stable code of the API's problem document, or `network` when no answer came. */
export class Problem extends Error {
  constructor(code, detail = "", retryAfter = null) {
    super(detail || code);
    Object.assign(this, { code, detail, retryAfter });
  }
}

/** Whatever keeps an answer from coming, or from being understood, is a matter of the network; a reader who has gone elsewhere is not. */
async function arrived(answer) {
  try {
    return await answer;
  } catch (error) {
    throw error.name === "AbortError" ? error : new Problem("network");
  }
}

/** Sends a request; an answer that is a refusal is thrown as a Problem. */
export async function call(path, { token, accept = "application/json", headers = {}, ...rest } = {}) {
  const sent = { Accept: accept, "Accept-Language": language, ...headers };
  if (token) sent.Authorization = `Bearer ${token}`;
  const answer = await arrived(fetch(path, { ...rest, headers: sent, cache: "no-store", credentials: "omit" }));
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

async function problemOf(answer) {
  const told = await answer.json().catch(() => ({}));
  const seconds = Number(answer.headers.get("Retry-After"));
  return new Problem(told.code ?? "internal_error", told.errors?.[0]?.message ?? told.detail ?? "", seconds || null);
}

/** Gives up all that is being read, because the reader has gone elsewhere; changes on their way arrive. */
export function giveUp() {
  reading.abort();
  reading = new AbortController();
}

/** Reads a document. */
export async function read(path, token) {
  return arrived((await call(path, { token, signal: reading.signal })).json());
}

/** Reads text of another kind: rules or a picture. */
export async function readText(path, accept, token) {
  return arrived((await call(path, { token, accept, signal: reading.signal })).text());
}

/** Sends a change; when the network fails it is sent again under the same key, so that it happens once. */
export async function send(path, body, { token, headers = {} } = {}) {
  const keyed = { "Content-Type": "application/json", "Idempotency-Key": randomKey(), ...headers };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await arrived((await call(path, { method: "POST", body: JSON.stringify(body), token, headers: keyed })).json());
    } catch (problem) {
      if (problem.code !== "network" || attempt === TRIES) throw problem;
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
