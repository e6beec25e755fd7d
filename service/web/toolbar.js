/** Undo, hint, links, rules, giving up. */

import { button, show } from "./dom.js";
import { showRules } from "./rules.js";
import { share } from "./share.js";
import { text } from "./texts.js";
import { confirmed } from "./dialog.js";

/** Draws the tools that make sense now. */
export function drawTools(table, isMine, { undo, hint, resign }) {
  const isPlaying = table.seat !== null && !table.position.outcome && table.position.seats[table.seat].kind === "human" && !table.isCovered;
  const tool = (name, act, isThere = true) => isThere && button(text(name), act, { "data-key": name });
  show(table.parts.tools,
    tool("undo", undo, isPlaying),
    tool("hint", hint, isMine && !table.isCovered && table.past === null),
    tool("share", () => share(table)),
    tool("rules", () => showRules(table.game)),
    tool("resign", () => confirmed(text("resign.sure"), resign), isPlaying));
}
