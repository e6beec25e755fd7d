/** Sessions saved on this device, in localStorage, with the tokens of the seats that are played here. */

const PREFIX = "arbiter.session.";
const MAX_SESSIONS = 30;

/**
 * Returns a saved session: `{id, game, savedAt, tokens: {seat: token}, inviteCodes: {seat: code}, hostToken, lesson}`; `lesson` is how far a
 * guided game has come, null for other games. A session that was never saved has neither tokens nor invite codes.
 */
export function loadSession(id) {
  try {
    return { id, ...fromStored(JSON.parse(localStorage.getItem(PREFIX + id) ?? "{}")) };
  } catch {
    return { id, ...fromStored({}) };
  }
}

/** The stored names are those of version 0.1.0, so that its games can be continued. */
function fromStored({ game, at, seats = {}, invites = {}, host, lesson = null }) {
  return { game, savedAt: at, tokens: seats, inviteCodes: invites, hostToken: host, lesson };
}

/** Saves a session; deletes the oldest sessions beyond the maximum. */
export function saveSession({ id, game, tokens, inviteCodes, hostToken, lesson }) {
  const stored = { id, game, at: Date.now(), seats: tokens, invites: inviteCodes, host: hostToken, lesson };
  localStorage.setItem(PREFIX + id, JSON.stringify(stored));
  for (const oldest of savedSessions().slice(MAX_SESSIONS)) deleteSession(oldest.id);
}

/** Deletes a saved session. */
export function deleteSession(id) {
  localStorage.removeItem(PREFIX + id);
}

/** Returns all saved sessions, latest first. */
export function savedSessions() {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  return ids.map(loadSession).sort((one, other) => (other.savedAt ?? 0) - (one.savedAt ?? 0));
}
