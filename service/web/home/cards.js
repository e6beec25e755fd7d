/** The games as cards: a real board, what the game is about, and the ways to begin. */

import { button, element } from "../core/dom.js";
import { drawPanel } from "../core/pictures.js";
import { problemText } from "../core/problems.js";
import { text } from "../core/texts.js";
import { showLegend } from "../rules/legend.js";
import { showRules } from "../rules/rules.js";
import { choices } from "./choices.js";
import { startLesson, startQuickGame } from "./new_session.js";
import { openSetup } from "./setup.js";

/** The panel that shows each game best, and which part of it is seen if the frame is too flat for all of it. */
const PICTURES = { orbis: ["display", "xMidYMin"], helios: ["land-0", "xMidYMid"], blue_moon_city: ["city", "xMidYMid"] };

const WEIGHTS = ["light", "medium", "heavy"];
const MARGIN = 2; // In units of the picture.

/** Returns the cards of the games, the easiest first. */
export function gameCards(games) {
  const sorted = games.toSorted((one, other) => WEIGHTS.indexOf(one.weight) - WEIGHTS.indexOf(other.weight));
  return element("div", { class: "cards" }, sorted.map(gameCard));
}

function gameCard(game) {
  const notice = element("p", { class: "notice", role: "alert", hidden: true });
  const begin = (start) => async (event) => {
    event.currentTarget.disabled = true;
    await attempt(() => start(game.id), event.currentTarget, notice);
  };
  return element("article", { class: "card", "data-game": game.id, "aria-labelledby": `title-${game.id}` },
    illustration(game.id),
    element("div", { class: "card-body" },
      element("h2", { id: `title-${game.id}` }, game.title),
      element("p", { class: "facts" }, facts(game).map((fact) => element("span", {}, fact))),
      element("p", { class: "about" }, game.about),
      element("div", { class: "card-actions" },
        button(text("card.play"), begin(startQuickGame), { class: "primary", "data-key": `play-${game.id}` }),
        button(text("card.learn"), begin(startLesson), { "data-key": `learn-${game.id}` })),
      element("p", { class: "muted small" }, text("card.opponent", { level: text(`level.${choices.level}`) })),
      notice,
      element("div", { class: "card-links" },
        button(text("card.setup"), () => openSetup(game), { "data-key": `setup-${game.id}` }),
        button(text("rules"), () => showRules(game), { "data-key": `rules-${game.id}` }),
        button(text("legend"), () => showLegend(game), { "data-key": `legend-${game.id}` }))));
}

async function attempt(start, pressed, notice) {
  try {
    await start();
  } catch (problem) {
    pressed.disabled = false;
    Object.assign(notice, { hidden: false, textContent: problemText(problem) });
  }
}

function facts({ seats, minutes, weight }) {
  return [text("card.players", { least: seats[0], most: seats.at(-1) }), text("card.minutes", { minutes }), text(`card.weight.${weight}`)];
}

/** Returns the frame of a board; the board is drawn when the frame comes near the view. */
function illustration(game) {
  const frame = element("div", { class: "illustration", "aria-hidden": "true" });
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    observer.disconnect();
    const [panel, align] = PICTURES[game];
    drawPanel(game, panel).then((picture) => showCropped(frame, picture, align), () => {}); // A card without a picture is complete.
  }, { rootMargin: "300px" });
  observer.observe(frame);
  return frame;
}

/** Shows the pieces of a panel without its frame and heading; these are no groups. */
function showCropped(frame, picture, align) {
  const panel = picture.firstElementChild;
  panel.replaceChildren(...[...panel.children].filter(({ tagName }) => tagName === "g"));
  frame.append(picture);
  const { x, y, width, height } = panel.getBBox();
  picture.setAttribute("viewBox", `${x - MARGIN} ${y - MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`);
  picture.setAttribute("preserveAspectRatio", `${align} slice`);
}
