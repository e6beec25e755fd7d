/** Which token a call of the table carries. */

/** Returns the token of the viewing seat; undefined for a spectator. */
export function viewerToken(table) {
  return table.saved.tokens[table.seat];
}

/** Returns the token to read the history with: none if several seats share the device, so that it shows only public information. */
export function historyToken(table) {
  return table.ownSeats.length > 1 ? undefined : viewerToken(table);
}

/** Returns a token with the rights of a host: that of the creator or of a seat whose player became a host; else undefined. */
export function hostToken({ saved, ownSeats, position }) {
  return saved.hostToken ?? saved.tokens[ownSeats.find((seat) => position.seats[seat].host)];
}
