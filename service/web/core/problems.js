/** Problems: the error that a failed call throws, and how it is explained to the user. */

import { button, element } from "./dom.js";
import { textOr, text } from "./texts.js";

/** A failed call: `code` is the code of the API's problem document, or `network` if there was no readable response. */
export class Problem extends Error {
  constructor(code, detail = "", retryAfter = null) {
    super(detail || code);
    Object.assign(this, { code, detail, retryAfter });
  }
}

/** Returns the page's text for a problem code, else the server's detail; rethrows errors that are not problems. */
export function problemText(problem) {
  if (!problem.code) throw problem;
  return textOr(`problem.${problem.code}`, problem.detail || text("problem.internal_error"));
}

/** Returns a panel that explains a problem and offers actions, each a pair of a label and a function. */
export function problemPanel(problem, ...actions) {
  return element(
    "section",
    { class: "panel problem", role: "alert" },
    element("h1", {}, text("problem.title")),
    element("p", {}, problemText(problem)),
    element("p", { class: "row" }, actions.map(([label, action]) => button(label, action, { class: "primary" }))),
  );
}
