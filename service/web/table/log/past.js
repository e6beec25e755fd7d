/** A past position: the notice above the board, with controls to step and to replay the game. */

import { button, element, show } from "../../core/dom.js";
import { text } from "../../core/texts.js";
import { hostToken } from "../people/tokens.js";
import { isReplaying, nextSpeed, setSpeed, startReplay, stopReplay } from "./replay.js";

/** Draws the notice; the current position has none. */
export function drawPast(table) {
  const { past } = table.parts;
  past.hidden = table.pastVersion === null;
  if (past.hidden) return;
  const [version, last, { view, fork }] = [table.pastVersion, table.steps.last, table.actions];
  const canFork = hostToken(table) || table.position.outcome;
  show(past,
    element("span", {}, text("past.notice", { at: version, last })),
    element("div", { class: "row" },
      step("◀", "past.back", version > 0, () => halt(table, () => view(version - 1))),
      playButton(table),
      step("▶", "past.on", version < last, () => halt(table, () => view(version + 1))),
      speedButton(table),
      slider(version, last, (chosen) => halt(table, () => view(chosen)))),
    element("div", { class: "row" },
      button(text("past.now"), () => halt(table, () => view(null)), { class: "primary", "data-key": "now" }),
      canFork && button(text("fork"), fork, { "data-key": "fork" })));
}

function playButton(table) {
  const name = isReplaying(table) ? "replay.pause" : "replay.play";
  const press = () => (isReplaying(table) ? halt(table, () => drawPast(table)) : startReplay(table));
  return button(text(name), press, { "data-key": name });
}

function speedButton(table) {
  const attributes = { "aria-label": text("replay.speed"), "data-key": "speed" };
  return button(`${table.replay.speed}×`, () => setSpeed(table, nextSpeed(table)), attributes);
}

function halt(table, action) {
  stopReplay(table);
  action();
}

function slider(version, last, view) {
  const attributes = { "aria-label": text("past.slide"), "data-key": "slide", onchange: (event) => view(Number(event.target.value)) };
  return element("input", { type: "range", min: 0, max: last, value: version, ...attributes });
}

function step(symbol, name, isEnabled, onclick) {
  return button(symbol, onclick, { "aria-label": text(name), "data-key": name, disabled: !isEnabled });
}
