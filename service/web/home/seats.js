/** The fields for the players of a new game: how many there are, and who plays each seat. */

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { choices, rememberChoices } from "./choices.js";

const LEVELS = ["random", "easy", "normal", "hard", "expert"];
const KINDS = ["here", "elsewhere", ...LEVELS];

/** Returns the choice of the number of players; `draw` is called after it. */
export function seatCounts(game, draw) {
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

/** Returns a row for each seat; `draw` is called after a choice that changes them. */
export function seatRows(draw) {
  return Array.from({ length: choices.seats }, (_, seat) => {
    const label = text("player", { number: seat + 1 });
    const kinds = KINDS.map((kind) => element("option", { value: kind, selected: choices.kinds[seat] === kind }, text(`kind.${kind}`)));
    return element("div", { class: "seat-row" },
      element("span", { class: `badge seat-${seat}`, "aria-hidden": "true" }, seat + 1),
      element("select", { "aria-label": label, onchange: (event) => chooseKind(seat, event.target.value, draw), "data-key": `kind-${seat}` }, kinds),
      isHuman(seat) && nameField(seat, label));
  });
}

function chooseKind(seat, kind, draw) {
  choices.kinds[seat] = kind;
  if (LEVELS.includes(kind)) choices.level = kind;
  draw();
}

function nameField(seat, label) {
  const storeName = (event) => {
    choices.names[seat] = event.target.value;
    rememberChoices();
  };
  const name = text("setup.name");
  const attributes = { placeholder: name, "aria-label": `${label}: ${name}`, value: choices.names[seat] };
  return element("input", { type: "text", maxlength: 40, ...attributes, oninput: storeName });
}

function isHuman(seat) {
  return ["here", "elsewhere"].includes(choices.kinds[seat]);
}

/** Returns whether a player is invited to the game. */
export function hasInvited() {
  return choices.kinds.slice(0, choices.seats).includes("elsewhere");
}

/** Returns a seat as the API takes it. */
export function seatBody(seat) {
  if (!isHuman(seat)) return { kind: "ai", level: choices.kinds[seat] };
  const name = choices.names[seat].trim();
  const kind = choices.kinds[seat] === "here" ? "human" : "invited";
  return name ? { kind, name } : { kind };
}
