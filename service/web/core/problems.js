/** Explains problems to the user. */

import { button, element } from "./dom.js";
import { textOr, text } from "./texts.js";

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
