/** The choice of a clock for a new game: a few presets, and what happens when a player's time is over. */

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { choices, rememberChoices } from "./choices.js";

const MINUTE = 60;
const DAY = 24 * 3600;
const PRESETS = { none: null, fast: [30, 5 * MINUTE], slow: [2 * MINUTE, 30 * MINUTE], day: [DAY, 0], three_days: [3 * DAY, 0] };
const TIMEOUTS = ["ai_turn", "ai_seat"];

/** Returns the fields; `draw` is called after a choice that changes them. */
export function clockFields(draw) {
  const choosePreset = (event) => {
    choices.clock = event.target.value;
    draw();
  };
  const chooseTimeout = (event) => {
    choices.timeout = event.target.value;
    rememberChoices();
  };
  return [
    selectField("clock", choices.clock, Object.keys(PRESETS), choosePreset),
    choices.clock !== "none" && selectField("timeout", choices.timeout, TIMEOUTS, chooseTimeout),
  ];
}

function selectField(name, chosen, values, onchange) {
  const options = values.map((value) => element("option", { value, selected: value === chosen }, text(`${name}.${value}`)));
  return element("label", { class: "option" },
    element("span", {}, text(`setup.${name}`)), element("select", { "data-key": name, onchange }, options));
}

/** Returns the chosen clock as the API takes it; undefined for a game without a clock. */
export function chosenClock() {
  const preset = PRESETS[choices.clock];
  return preset ? { move_seconds: preset[0], bank_seconds: preset[1], on_timeout: choices.timeout } : undefined;
}

/** Returns a clock of the API as text. */
export function clockText(settings) {
  const isPreset = ([, preset]) => preset?.[0] === settings.move_seconds && preset[1] === settings.bank_seconds;
  const known = Object.entries(PRESETS).find(isPreset);
  return known ? text(`clock.${known[0]}`) : text("clock.custom", { move: settings.move_seconds, bank: settings.bank_seconds });
}
