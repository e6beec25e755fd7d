/** The options of a game as fields, made from what the catalogue says of them. */

import { element } from "./dom.js";
import { text, textOr } from "./texts.js";

/** A field for every option, and one for the seed. */
export function optionFields(game, seats) {
  const seed = element("input", { type: "number", name: "option-seed", min: 0, max: Number.MAX_SAFE_INTEGER, inputmode: "numeric" });
  const rows = game.options.map((option) => labelled(nameOf(option.name), field(option, seats)));
  return element("div", { class: "options" }, rows, labelled(text("option.seed"), seed));
}

/** What was chosen; what was left as it is goes unsaid. */
export function chosenOptions(form, game) {
  const read = ({ name, default: usual }) => [name, valueOf(form.elements[`option-${name}`]), usual];
  const chosen = game.options.map(read).filter(([, value, usual]) => value !== undefined && value !== usual);
  const seed = valueOf(form.elements["option-seed"]);
  return { ...Object.fromEntries(chosen.map(([name, value]) => [name, value])), ...(seed === undefined ? {} : { seed }) };
}

function nameOf(name) {
  return textOr(`option.${name}`, name.replaceAll("_", " "));
}

function labelled(words, input) {
  return element("label", { class: "option" }, element("span", {}, words), input);
}

function field(option, seats) {
  const name = `option-${option.name}`;
  if (option.type === "boolean") return element("input", { type: "checkbox", name, checked: option.default });
  if (option.type === "integer") {
    const { minimum: min, maximum: max } = option.schema;
    return element("input", { type: "number", name, min, max, value: option.default, inputmode: "numeric" });
  }
  const values = option.values ?? ["random", ...Array(seats).keys()];
  const choices = values.map((value) => {
    const words = typeof value === "number" ? text("player", { number: value + 1 }) : textOr(`value.${value}`, value);
    return element("option", { value: JSON.stringify(value), selected: value === option.default }, words);
  });
  return element("select", { name }, choices);
}

function valueOf(input) {
  if (input.type === "checkbox") return input.checked;
  if (input.value === "") return undefined;
  return input.type === "number" ? Number(input.value) : JSON.parse(input.value);
}
