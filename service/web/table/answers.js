/** The question and its answers: buttons for the moves that no piece of the board stands for, such as passing. */

import { button, element, show } from "../core/dom.js";
import { text } from "../core/texts.js";
import { isPhone } from "./board/layout.js";
import { openMenu } from "./menu.js";
import { indexesOf, moveKey } from "./moves.js";
import { lineElements, linesOf } from "./previews.js";

/** More buttons than this do not fit beside the question. */
const MAX_BUTTONS = 4;
const MAX_BUTTONS_ON_PHONES = 2;

/** Draws the buttons; while a piece is selected, one of them deselects it. */
export function drawAnswers(table, moves, { decide, deselect }) {
  const most = isPhone(table.mode) ? MAX_BUTTONS_ON_PHONES : MAX_BUTTONS;
  const sorted = [...moves].sort((one, other) => isLast(one) - isLast(other));
  const shown = sorted.length > most ? sorted.slice(1 - most) : sorted;
  const rest = sorted.filter((move) => !shown.includes(move));
  const openRest = (event) => openMenu(table, rest, event);
  const more = () => button(text("answers.more", { count: rest.length }), openRest, { "data-key": "more", "data-moves": indexesOf(table, rest) });
  show(table.parts.answers,
    rest.length > 0 && more(),
    shown.map((move) => answer(table, move, decide)),
    table.selection && button(text("answers.deselect"), () => deselect(table), { class: "secondary", "data-key": "deselect" }));
}

function answer(table, move, decide) {
  const kind = move.preview?.ends_turn ? "ends-turn" : move.preview?.is_pass ? "pass" : "primary";
  const lines = linesOf(table, move);
  const key = { "data-key": `answer-${moveKey(move)}`, "data-moves": indexesOf(table, [move]) };
  const attributes = { class: `answer ${kind}`, title: lines.join("\n"), ...key };
  const content = [element("span", {}, move.label), lineElements(isPhone(table.mode) ? [] : lines.slice(0, 1))].flat();
  return button(content, (event) => decide(table, move, event), attributes);
}

const isLast = ({ preview }) => Number(Boolean(preview?.is_pass || preview?.ends_turn));
