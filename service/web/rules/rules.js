/** The rules of a game, in a dialog. */

import { readText } from "../core/api.js";
import { openDialog } from "../core/dialog.js";
import { element } from "../core/dom.js";
import { problemText } from "../core/problems.js";
import { language, text } from "../core/texts.js";
import { renderMarkdown } from "./markdown.js";

/** Shows the rules in the language of the page. */
export async function showRules({ id, title }) {
  const body = element("div", { class: "rules", lang: language }, text("loading"));
  openDialog(text("rules.of", { game: title }), body);
  try {
    const [, ...blocks] = renderMarkdown(await readText(`/v1/games/${id}/rules`, "text/markdown"));
    body.replaceChildren(...blocks);
  } catch (problem) {
    body.replaceChildren(problemText(problem));
  }
}
