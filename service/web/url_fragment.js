/** Addresses inside the page. Everything stands in the fragment, which browsers never send to a server. */

/** What the fragment asks for: `{session, seat, invite, token}`, each only where it is given. */
export function asked() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** The fragment of a session. */
export function fragment(values) {
  return `#${new URLSearchParams(values)}`;
}

/** A whole link, for others to open. */
export function link(values) {
  return location.origin + location.pathname + fragment(values);
}

/** Goes somewhere inside the page. */
export function go(values) {
  location.hash = values ? fragment(values) : "";
}

/** Takes secrets out of the address once they are kept elsewhere. */
export function tidy(values) {
  history.replaceState(null, "", fragment(values));
}
