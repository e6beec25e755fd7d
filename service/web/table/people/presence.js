/** Who is at the table, as the last read of the session told it. */

/** Returns whether the seat's player follows the game now. */
export function isConnected({ presence }, seat) {
  return presence?.[seat]?.connected ?? false;
}

/** Returns whether nobody is waited for at a seat: it is free, an AI plays it, its player timed out or is not connected. */
export function isDeserted(table, { seat, kind, claimed, timed_out: timedOut }) {
  return kind === "ai" || timedOut || (kind === "invited" && !claimed) || !isConnected(table, seat);
}
