/** What went wrong, in words, and the way on. */

import { button, element } from "./dom.js";
import { textOr, text } from "./texts.js";

/** A sentence for a problem; where the page has no words of its own, those of the server. */
export function sentence(problem) {
  if (!problem.code) throw problem;
  return textOr(`problem.${problem.code}`, problem.detail || text("problem.internal_error"));
}

/** A panel that tells a problem and offers ways on, each a pair of words and what it does. */
export function trouble(problem, ...ways) {
  return element(
    "section",
    { class: "panel trouble", role: "alert" },
    element("h1", {}, text("problem.title")),
    element("p", {}, sentence(problem)),
    element("p", { class: "row" }, ways.map(([words, act]) => button(words, act, { class: "main" }))),
  );
}
