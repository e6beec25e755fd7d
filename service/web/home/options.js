/** The options of a game as form fields, built from the game's description in the API. */

import { element } from "../core/dom.js";
import { text, textOr } from "../core/texts.js";

/** Returns a field for every option, and one for the seed. */
export function optionFields(game, seats) {
  const seed = element("input", { type: "number", name: "option-seed", min: 0, max: Number.MAX_SAFE_INTEGER, inputmode: "numeric" });
  const rows = game.options.map((option) => labelled(optionLabel(option.name), optionField(option, seats)));
  return element("div", { class: "options" }, rows, labelled(text("option.seed"), seed));
}

/** Returns the options that differ from their defaults, and the seed if one was entered. */
export function chosenOptions(form, game) {
  const read = ({ name, default: initial }) => [name, fieldValue(form.elements[`option-${name}`]), initial];
  const chosen = game.options.map(read).filter(([, value, initial]) => value !== undefined && value !== initial);
  const seed = fieldValue(form.elements["option-seed"]);
  return { ...Object.fromEntries(chosen.map(([name, value]) => [name, value])), ...(seed === undefined ? {} : { seed }) };
}

function optionLabel(name) {
  return textOr(`option.${name}`, name.replaceAll("_", " "));
}

function labelled(label, input) {
  return element("label", { class: "option" }, element("span", {}, label), input);
}

function optionField(option, seats) {
  const name = `option-${option.name}`;
  if (option.type === "boolean") return element("input", { type: "checkbox", name, checked: option.default });
  if (option.type === "integer") {
    const { minimum: min, maximum: max } = option.schema;
    return element("input", { type: "number", name, min, max, value: option.default, inputmode: "numeric" });
  }
  const values = option.values ?? ["random", ...Array(seats).keys()];
  const choices = values.map((value) => {
    const label = typeof value === "number" ? text("player", { number: value + 1 }) : textOr(`value.${value}`, value);
    return element("option", { value: JSON.stringify(value), selected: value === option.default }, label);
  });
  return element("select", { name }, choices);
}

function fieldValue(input) {
  if (input.type === "checkbox") return input.checked;
  if (input.value === "") return undefined;
  return input.type === "number" ? Number(input.value) : JSON.parse(input.value);
}
