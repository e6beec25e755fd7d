/** Time limits of calls: tells listeners while a call waits for its answer unusually long, and ends a call that gets none. */

import { Problem } from "./problems.js";

const SLOW = 3_000;
const GIVEN_UP = 20_000;
const slowCalls = new Set();
const listeners = new Set();

/** Calls back with true once a call has waited for three seconds, and with false once no call does; returns a function that ends this. */
export function onSlow(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/**
 * Returns the time limit of one call: `signal` aborts when the given signal does, or with a `network` Problem after twenty seconds; `end`
 * is to be called when the call is over. A call that the server holds open on purpose `waitsFor` so many milliseconds longer.
 */
export function limitTime(signal, waitsFor = 0) {
  const [controller, slowCall] = [new AbortController(), {}];
  const giveUp = () => controller.abort(new Problem("network"));
  const timers = [setTimeout(() => mark(slowCall), waitsFor + SLOW), setTimeout(giveUp, waitsFor + GIVEN_UP)];
  const end = () => {
    for (const timer of timers) clearTimeout(timer);
    unmark(slowCall);
  };
  return { signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal, end };
}

function mark(slowCall) {
  slowCalls.add(slowCall);
  if (slowCalls.size === 1) tell(true);
}

function unmark(slowCall) {
  if (slowCalls.delete(slowCall) && slowCalls.size === 0) tell(false);
}

function tell(isSlow) {
  for (const listener of listeners) listener(isSlow);
}
