/** The form that sets up a new game: the game, its players and its options. */

import { read, send } from "../core/api.js";
import { button, element, show } from "../core/dom.js";
import { problemText } from "../core/problems.js";
import { saveSession } from "../core/storage.js";
import { language, text, textOr } from "../core/texts.js";
import { navigate } from "../core/url_fragment.js";
import { showRules } from "../rules/rules.js";
import { chosenClock, clockFields } from "./clock_settings.js";
import { myGames } from "./my_games.js";
import { joinSection } from "./open_tables.js";
import { chosenOptions, optionFields } from "./options.js";

const KINDS = ["here", "elsewhere", "random", "easy", "normal", "hard"];
const choices = { game: null, seats: 2, kinds: ["here", "normal", "normal", "normal"], names: ["", "", "", ""], isOpen: false };
let options = {};

/** Opens the setup form on the page. */
export async function openSetup(page) {
  const { games } = await read("/v1/games");
  choices.game ??= games[0].id;
  const details = Object.fromEntries(await Promise.all(games.map(async ({ id }) => [id, await read(`/v1/games/${id}`)])));
  const form = element("form", { class: "setup", onsubmit: (event) => start(event, form, details) });
  const draw = () => show(form, fields(games, details, draw));
  draw();
  const titles = Object.fromEntries(games.map(({ id, title }) => [id, title]));
  show(page, element("div", { class: "setup-page" },
    element("h1", {}, text("setup.title")), element("p", { class: "lead" }, text("setup.lead")), form, myGames(titles), joinSection(titles)));
}

function fields(games, details, draw) {
  const game = details[choices.game];
  choices.seats = Math.min(Math.max(choices.seats, game.seats[0]), game.seats.at(-1));
  return [
    element("fieldset", { class: "games" }, element("legend", {}, text("setup.game")), games.map((each) => gameCard(each, draw))),
    element("fieldset", {}, element("legend", {}, text("setup.players")), seatCounts(game, draw), seatRows(draw)),
    element("fieldset", {}, element("legend", {}, text("setup.time")), element("div", { class: "options" }, clockFields(draw))),
    hasInvited() && visibilityField(),
    optionsPanel(game),
    element("p", { class: "row" },
      element("button", { type: "submit", class: "primary", "data-key": "start" }, text("setup.start")),
      button(text("rules"), () => showRules(game), { "data-key": "rules" })),
    element("p", { class: "notice", role: "alert", id: "setup-problem", hidden: true }),
  ];
}

/** Returns the options panel; it is rebuilt only if the game, the number of seats or the language changes, so that entries are kept. */
function optionsPanel(game) {
  const key = `${game.id}/${choices.seats}/${language}`;
  if (options.key !== key) {
    const panel = element("details", { class: "panel" }, element("summary", {}, text("setup.options")), optionFields(game, choices.seats));
    options = { key, panel };
  }
  return options.panel;
}

function gameCard(game, draw) {
  const choose = () => {
    choices.game = game.id;
    draw();
  };
  const radio = { type: "radio", name: "game", value: game.id, checked: choices.game === game.id, onchange: choose, "data-key": game.id };
  return element("label", { class: "card" },
    element("input", radio),
    element("span", {}, element("strong", {}, game.title), element("span", { class: "muted" }, textOr(`about.${game.id}`, ""))));
}

function seatCounts(game, draw) {
  return element("p", { class: "row" }, game.seats.map((count) => {
    const choose = () => {
      choices.seats = count;
      draw();
    };
    const isChosen = choices.seats === count;
    const radio = { type: "radio", name: "seats", value: count, checked: isChosen, onchange: choose, "data-key": `seats-${count}` };
    return element("label", { class: "pill" }, element("input", radio), element("span", {}, text("setup.count", { count })));
  }));
}

function seatRows(draw) {
  return Array.from({ length: choices.seats }, (_, seat) => {
    const choose = (event) => {
      choices.kinds[seat] = event.target.value;
      draw();
    };
    const kinds = KINDS.map((kind) => element("option", { value: kind, selected: choices.kinds[seat] === kind }, text(`kind.${kind}`)));
    const label = text("player", { number: seat + 1 });
    return element("div", { class: "seat-row" },
      element("span", { class: `badge seat-${seat}`, "aria-hidden": "true" }, seat + 1),
      element("select", { "aria-label": label, onchange: choose, "data-key": `kind-${seat}` }, kinds),
      isHuman(seat) && nameField(seat, label));
  });
}

function nameField(seat, label) {
  const storeName = (event) => {
    choices.names[seat] = event.target.value;
  };
  const name = text("setup.name");
  const attributes = { placeholder: name, "aria-label": `${label}: ${name}`, value: choices.names[seat] };
  return element("input", { type: "text", maxlength: 40, ...attributes, oninput: storeName });
}

function isHuman(seat) {
  return ["here", "elsewhere"].includes(choices.kinds[seat]);
}

function hasInvited() {
  return choices.kinds.slice(0, choices.seats).includes("elsewhere");
}

function visibilityField() {
  const store = (event) => {
    choices.isOpen = event.target.checked;
  };
  const checkbox = element("input", { type: "checkbox", checked: choices.isOpen, onchange: store, "data-key": "open" });
  return element("label", { class: "row" }, checkbox, element("span", {}, text("setup.open")));
}

async function start(event, form, details) {
  event.preventDefault();
  const notice = form.querySelector("#setup-problem");
  try {
    const { seed, ...chosen } = chosenOptions(form, details[choices.game]);
    const seats = Array.from({ length: choices.seats }, (_, seat) => seatBody(seat));
    const visibility = choices.isOpen && hasInvited() ? "open" : "private";
    enterSession(await send("/v1/sessions", { game: choices.game, seats, options: chosen, seed, clock: chosenClock(), visibility }));
  } catch (problem) {
    notice.textContent = problemText(problem);
    notice.hidden = false;
  }
}

function seatBody(seat) {
  if (!isHuman(seat)) return { kind: "ai", level: choices.kinds[seat] };
  const name = choices.names[seat].trim();
  const kind = choices.kinds[seat] === "here" ? "human" : "invited";
  return name ? { kind, name } : { kind };
}

/** Saves the session and opens its table: tokens of the seats that are played here, invite codes of the seats of invited players. */
function enterSession({ id, game, host_token: hostToken, seats }) {
  const secrets = (kind, secret) => {
    return Object.fromEntries(seats.filter((seat) => seat.kind === kind).map((seat) => [seat.seat, seat[secret]]));
  };
  saveSession({ id, game, hostToken, tokens: secrets("human", "token"), inviteCodes: secrets("invited", "invite_code") });
  navigate({ session: id });
}
