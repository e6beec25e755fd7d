/** The rules of a game, in a window of their own. */

import { readText } from "./api.js";
import { element } from "./dom.js";
import { openWindow } from "./dialog.js";
import { rendered } from "./markdown.js";
import { sentence } from "./problems.js";
import { language, text } from "./texts.js";

/** Shows the rules, in the language of the page. */
export async function showRules({ id, title }) {
  const body = element("div", { class: "rules", lang: language }, text("loading"));
  openWindow(text("rules.of", { game: title }), body);
  try {
    const [, ...blocks] = rendered(await readText(`/v1/games/${id}/rules`, "text/markdown"));
    body.replaceChildren(...blocks);
  } catch (problem) {
    body.replaceChildren(sentence(problem));
  }
}
