/** The rules of a game, in a dialog: a table of contents, the text, and pictures beside what they explain. */

import { readText } from "../core/api.js";
import { openDialog } from "../core/dialog.js";
import { button, element, show } from "../core/dom.js";
import { drawPanel } from "../core/pictures.js";
import { problemText } from "../core/problems.js";
import { language, text } from "../core/texts.js";
import { renderMarkdown } from "./markdown.js";

/** The pictures of each game: the panel to show, and the rule before whose paragraph or list it stands. */
const PICTURES = {
  orbis: { "ORB-3.1": "display", "ORB-4.1": "world-0" },
  helios: { "HEL-2.1": "land-0", "HEL-4.1": "actions" },
  blue_moon_city: { "BMC-3.1": "city", "BMC-3.5": "obelisk" },
};
const RULE_ID = /^[A-Z]{3}-\d+(\.\d+)*[a-z]?/;

/** Shows the rules in the language of the page. */
export async function showRules({ id, title }) {
  const body = element("div", { class: "rules", lang: language }, text("loading"));
  openDialog(text("rules.of", { game: title }), body);
  try {
    const [, ...blocks] = renderMarkdown(await readText(`/v1/games/${id}/rules`, "text/markdown"));
    show(body, contents(blocks.filter(({ tagName }) => tagName === "H3")), blocks);
    for (const strong of body.querySelectorAll("strong")) markId(strong);
    addPictures(body, id);
  } catch (problem) {
    if (problem.name !== "AbortError") show(body, problemText(problem));
  }
}

/** Sets the id of a rule apart from what follows it, so that it can be written small. */
function markId(strong) {
  const [id] = RULE_ID.exec(strong.textContent) ?? [];
  if (id) strong.replaceChildren(element("span", { class: "rule-id" }, id), strong.textContent.slice(id.length));
}

/** Returns the table of contents: buttons, because a link would change the fragment, which names the session. */
function contents(headings) {
  const entry = (heading) => {
    heading.tabIndex = -1;
    return element("li", {}, button(heading.textContent, () => jumpTo(heading), { class: "secondary" }));
  };
  return element("nav", { class: "contents", "aria-label": text("rules.contents") }, element("ul", { class: "plain" }, headings.map(entry)));
}

function jumpTo(heading) {
  heading.scrollIntoView({ block: "start" });
  heading.focus({ preventScroll: true });
}

/** Draws the pictures; rules without them are complete, so one that cannot be drawn is left out. */
function addPictures(body, game) {
  for (const [rule, panel] of Object.entries(PICTURES[game] ?? {})) {
    const found = [...body.querySelectorAll(".rule-id")].find(({ textContent }) => textContent === rule);
    const figure = element("figure", { class: "picture", "data-panel": panel });
    found?.closest("ul, ol, p").before(figure);
    drawPanel(game, panel).then((picture) => figure.append(picture), () => figure.remove());
  }
}
