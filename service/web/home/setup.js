/** The dialog that sets up a game in detail: its players, its clock and its options. */

import { read } from "../core/api.js";
import { openDialog } from "../core/dialog.js";
import { element, show } from "../core/dom.js";
import { problemText } from "../core/problems.js";
import { text } from "../core/texts.js";
import { choices, rememberChoices } from "./choices.js";
import { chosenClock, clockFields } from "./clock_settings.js";
import { startSession } from "./new_session.js";
import { chosenOptions, optionFields } from "./options.js";
import { hasInvited, seatBody, seatCounts, seatRows } from "./seats.js";

/** Opens the dialog of a game of the catalogue. */
export async function openSetup({ id, title }) {
  const form = element("form", { class: "setup" }, element("p", { class: "muted" }, text("loading")));
  openDialog(text("setup.of", { game: title }), form);
  try {
    const game = await read(`/v1/games/${id}`);
    const options = { panel: null, seats: 0 };
    const draw = () => {
      rememberChoices();
      show(form, fields(game, options, draw));
    };
    form.addEventListener("submit", (event) => start(event, form, game));
    draw();
  } catch (problem) {
    if (problem.name !== "AbortError") show(form, element("p", { class: "notice", role: "alert" }, problemText(problem)));
  }
}

function fields(game, options, draw) {
  choices.seats = Math.min(Math.max(choices.seats, game.seats[0]), game.seats.at(-1));
  return [
    element("fieldset", {}, element("legend", {}, text("setup.players")), seatCounts(game, draw), seatRows(draw)),
    hasInvited() && visibilityField(),
    element("fieldset", {}, element("legend", {}, text("setup.time")), element("div", { class: "options" }, clockFields(draw))),
    optionsPanel(game, options),
    element("p", { class: "notice", role: "alert", id: "setup-problem", hidden: true }),
    element("p", { class: "row" }, element("button", { type: "submit", class: "primary", "data-key": "start" }, text("setup.start"))),
  ];
}

/** Returns the options; they are rebuilt only if the number of seats changes, so that entries are kept. */
function optionsPanel(game, options) {
  if (options.seats !== choices.seats) {
    const chosen = choices.options[game.id] ?? {};
    options.panel = element("details", {}, element("summary", {}, text("setup.options")), optionFields(game, choices.seats, chosen));
    options.seats = choices.seats;
  }
  return options.panel;
}

function visibilityField() {
  const store = (event) => {
    choices.isOpen = event.target.checked;
    rememberChoices();
  };
  const checkbox = element("input", { type: "checkbox", checked: choices.isOpen, onchange: store, "data-key": "open" });
  return element("label", { class: "row" }, checkbox, element("span", {}, text("setup.open")));
}

async function start(event, form, game) {
  event.preventDefault();
  const { seed, ...options } = chosenOptions(form, game);
  choices.options[game.id] = options;
  rememberChoices();
  try {
    const seats = Array.from({ length: choices.seats }, (_, seat) => seatBody(seat));
    const visibility = choices.isOpen && hasInvited() ? "open" : "private";
    await startSession({ game: game.id, seats, options, seed, clock: chosenClock(), visibility });
  } catch (problem) {
    Object.assign(form.querySelector("#setup-problem"), { hidden: false, textContent: problemText(problem) });
  }
}
