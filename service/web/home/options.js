/** The options of a game as form fields, built from the game's description in the API. */

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";

/** Returns a field for every option, with what was `chosen` before, and one for the seed. */
export function optionFields(game, seats, chosen) {
  const seed = element("input", { type: "number", name: "option-seed", min: 0, max: Number.MAX_SAFE_INTEGER, inputmode: "numeric" });
  const rows = game.options.map((option) => labelled(option.label, optionField(option, seats, chosen[option.name] ?? option.default)));
  return element("div", { class: "options" }, rows, labelled(text("setup.seed"), seed));
}

/** Returns the options that differ from their defaults, and the seed if one was entered. */
export function chosenOptions(form, game) {
  const read = ({ name, default: initial }) => [name, fieldValue(form.elements[`option-${name}`]), initial];
  const chosen = game.options.map(read).filter(([, value, initial]) => value !== undefined && value !== initial);
  const seed = fieldValue(form.elements["option-seed"]);
  return { ...Object.fromEntries(chosen.map(([name, value]) => [name, value])), ...(seed === undefined ? {} : { seed }) };
}

function labelled(label, input) {
  return element("label", { class: "option" }, element("span", {}, label), input);
}

function optionField(option, seats, chosen) {
  const name = `option-${option.name}`;
  if (option.type === "boolean") return element("input", { type: "checkbox", name, checked: chosen });
  if (option.type === "integer") {
    const { minimum: min, maximum: max } = option.schema;
    return element("input", { type: "number", name, min, max, value: chosen, inputmode: "numeric" });
  }
  const values = option.values ?? ["random", ...Array(seats).keys()];
  const choices = values.map((value) => {
    const label = typeof value === "number" ? text("player", { number: value + 1 }) : option.value_labels[value] ?? value;
    return element("option", { value: JSON.stringify(value), selected: value === chosen }, label);
  });
  return element("select", { name }, choices);
}

function fieldValue(input) {
  if (input.type === "checkbox") return input.checked;
  if (input.value === "") return undefined;
  return input.type === "number" ? Number(input.value) : JSON.parse(input.value);
}
