/** What this device remembers: the seats it plays, by session, and nothing that was not told to it. */

const PREFIX = "arbiter.session.";
const MOST = 30;

/** What is kept of a session: `{id, game, at, seats: {number: token}, invites: {number: code}, host}`; an empty record for a stranger's. */
export function recall(id) {
  try {
    return { id, seats: {}, invites: {}, ...JSON.parse(localStorage.getItem(PREFIX + id) ?? "{}") };
  } catch {
    return { id, seats: {}, invites: {} };
  }
}

/** Keeps a session; the oldest ones make room. */
export function remember(session) {
  localStorage.setItem(PREFIX + session.id, JSON.stringify({ ...session, at: Date.now() }));
  for (const old of all().slice(MOST)) forget(old.id);
}

/** Forgets a session. */
export function forget(id) {
  localStorage.removeItem(PREFIX + id);
}

/** Every session kept, the latest first. */
export function all() {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  return ids.map(recall).sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
}
