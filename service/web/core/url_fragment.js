/** The state of the page in the URL fragment. Browsers never send the fragment to a server, so it may carry tokens and invite codes. */

/** Returns the fragment's parameters: `session`, `seat`, `invite` and `token`, if present. */
export function readFragment() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

function fragmentOf(parameters) {
  return `#${new URLSearchParams(parameters)}`;
}

/** Returns an absolute link to the page with these parameters. */
export function absoluteLink(parameters) {
  return location.origin + location.pathname + fragmentOf(parameters);
}

/** Navigates within the page and adds a history entry; without parameters, to the first page. */
export function navigate(parameters) {
  location.hash = parameters ? fragmentOf(parameters) : "";
}

/** Replaces the fragment without a history entry or a hashchange event, for example to remove a token from the URL. */
export function replaceFragment(parameters) {
  history.replaceState(null, "", fragmentOf(parameters));
}
