/**
 * The live feed of a session, read with fetch because EventSource cannot send a token. It resumes after the last entry heard, however the
 * connection was lost: network, sleep, or the server's own limit.
 */

import { call, pause } from "./api.js";

const SILENCE = 25_000; // The server shows a sign of life every ten seconds; after this long the connection is dead.
const DOUBT = 12_000; // A page that wakes up after this long does not wait for that.
const LONGEST_PAUSE = 8_000;

/**
 * Follows a session; `hear` gets each entry, `changed` whether there is a connection, `fail` a problem that ends it. Returns how to stop.
 */
export function follow(path, token, since, { hear, changed, fail }) {
  const place = { last: since, heardAt: Date.now(), isStopped: false, cut: () => {}, wake: () => {} };
  const revive = () => {
    if (document.visibilityState !== "visible") return;
    if (Date.now() - place.heardAt > DOUBT) place.cut();
    place.wake();
  };
  const lose = () => place.cut();
  addEventListener("online", revive);
  addEventListener("offline", lose);
  document.addEventListener("visibilitychange", revive);
  keepReading(path, token, place, { hear, changed, fail });
  return () => {
    place.isStopped = true;
    place.cut();
    place.wake();
    removeEventListener("online", revive);
    removeEventListener("offline", lose);
    document.removeEventListener("visibilitychange", revive);
  };
}

async function keepReading(path, token, place, { hear, changed, fail }) {
  for (let failures = 0; !place.isStopped; ) {
    try {
      await readOnce(path, token, place, hear, () => {
        failures = 0;
        changed(true);
      });
    } catch (problem) {
      if (place.isStopped) return;
      if (isFinal(problem)) return fail(problem);
      failures += 1;
      changed(false, problem);
    }
    await rest(place, failures);
  }
}

function isFinal(problem) {
  return ["session_unknown", "token_unknown", "version_unknown"].includes(problem.code);
}

/** Waits a little longer after each failure; a network that is back, or a page that is looked at again, ends the wait. */
function rest(place, failures) {
  const woken = new Promise((resolve) => { place.wake = resolve; });
  return Promise.race([woken, pause(failures ? Math.min(500 * 2 ** failures, LONGEST_PAUSE) : 100)]);
}

async function readOnce(path, token, place, hear, opened) {
  const controller = new AbortController();
  place.cut = () => controller.abort();
  const headers = { "Last-Event-ID": String(place.last) };
  const answer = await call(path, { token, accept: "text/event-stream", headers, signal: controller.signal });
  if (answer.status === 204) return void (place.isStopped = true); // The session is over, and we have heard everything.
  opened();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let kept = ""; ; ) {
    const { value, done } = await alive(reader, controller);
    if (done || place.isStopped) return;
    place.heardAt = Date.now();
    const messages = (kept + value).split("\n\n");
    kept = messages.pop();
    for (const message of messages) take(message, place, hear);
  }
}

/** The next piece, or an end of the connection when nothing came for too long. */
async function alive(reader, controller) {
  const timer = setTimeout(() => controller.abort(), SILENCE);
  try {
    return await reader.read();
  } finally {
    clearTimeout(timer);
  }
}

function take(message, place, hear) {
  const data = message.split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
  if (!data) return;
  const entry = JSON.parse(data);
  if (entry.version <= place.last) return;
  place.last = entry.version;
  hear(entry);
}
