/**
 * The live feed of a session: server-sent events, read with fetch because EventSource cannot send a token. After any loss of the
 * connection (network, sleep, the server's time limit) it resumes after the last entry received.
 */

import { call, pause } from "../../core/api.js";

const SILENCE_LIMIT = 25_000; // The server sends a keep-alive every ten seconds; after this long the connection is dead.
const SILENCE_LIMIT_ON_WAKE = 12_000; // The shorter limit when the page becomes visible or the network returns.
const MAX_PAUSE = 8_000;

/**
 * Follows a session from version `since` on. Calls `onEntry` with each entry, `onConnectionChange` with whether the feed is connected and
 * the problem if it is not, and `onFailure` with a problem that ends the feed. Returns a function that stops following.
 */
export function follow(path, token, since, { onEntry, onConnectionChange, onFailure }) {
  const feed = { version: since, receivedAt: Date.now(), isStopped: false, disconnect: () => {}, endPause: () => {} };
  const reconnect = () => {
    if (document.visibilityState !== "visible") return;
    if (Date.now() - feed.receivedAt > SILENCE_LIMIT_ON_WAKE) feed.disconnect();
    feed.endPause();
  };
  const disconnect = () => feed.disconnect();
  addEventListener("online", reconnect);
  addEventListener("offline", disconnect);
  document.addEventListener("visibilitychange", reconnect);
  readUntilStopped(path, token, feed, { onEntry, onConnectionChange, onFailure });
  return () => {
    feed.isStopped = true;
    feed.disconnect();
    feed.endPause();
    removeEventListener("online", reconnect);
    removeEventListener("offline", disconnect);
    document.removeEventListener("visibilitychange", reconnect);
  };
}

async function readUntilStopped(path, token, feed, { onEntry, onConnectionChange, onFailure }) {
  for (let failures = 0; !feed.isStopped; ) {
    try {
      await readConnection(path, token, feed, onEntry, () => {
        failures = 0;
        onConnectionChange(true);
      });
    } catch (problem) {
      if (feed.isStopped) return;
      if (isFinal(problem)) return onFailure(problem);
      failures += 1;
      onConnectionChange(false, problem);
    }
    await backOff(feed, failures);
  }
}

function isFinal(problem) {
  return ["session_unknown", "token_unknown", "version_unknown"].includes(problem.code);
}

/** Exponential backoff. The pause ends early when the network returns or the page becomes visible. */
function backOff(feed, failures) {
  const endedEarly = new Promise((resolve) => { feed.endPause = resolve; });
  return Promise.race([endedEarly, pause(failures ? Math.min(500 * 2 ** failures, MAX_PAUSE) : 100)]);
}

async function readConnection(path, token, feed, onEntry, onOpen) {
  const controller = new AbortController();
  feed.disconnect = () => controller.abort();
  const headers = { "Last-Event-ID": String(feed.version) };
  const response = await call(path, { token, accept: "text/event-stream", headers, signal: controller.signal });
  if (response.status === 204) return void (feed.isStopped = true); // The session has ended and every entry has been received.
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let incomplete = ""; ; ) {
    const { value, done } = await readChunk(reader, controller);
    if (done || feed.isStopped) return;
    feed.receivedAt = Date.now();
    const messages = (incomplete + value).split("\n\n");
    incomplete = messages.pop();
    for (const message of messages) handleMessage(message, feed, onEntry);
  }
}

/** Reads the next chunk; aborts the connection after the silence limit. */
async function readChunk(reader, controller) {
  const timer = setTimeout(() => controller.abort(), SILENCE_LIMIT);
  try {
    return await reader.read();
  } finally {
    clearTimeout(timer);
  }
}

function handleMessage(message, feed, onEntry) {
  const data = message.split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
  if (!data) return;
  const entry = JSON.parse(data);
  if (entry.version <= feed.version) return;
  feed.version = entry.version;
  onEntry(entry);
}
