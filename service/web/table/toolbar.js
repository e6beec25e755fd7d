/** The toolbar: undo, hint, share, rules, resign. */

import { confirmDialog } from "../core/dialog.js";
import { button, show } from "../core/dom.js";
import { text } from "../core/texts.js";
import { showRules } from "../rules/rules.js";
import { openShareDialog } from "./share.js";

/** Draws the buttons that are available in the current position. */
export function drawToolbar(table, isYourTurn) {
  const { undo, undoTurn, hint, resign } = table.actions;
  const isPerson = table.seat !== null && table.position.seats[table.seat].kind !== "ai";
  const isPlaying = isPerson && !table.position.outcome && !table.awaitsHandover;
  const tool = (name, action, isAvailable = true) => isAvailable && button(text(name), action, { "data-key": name });
  show(table.parts.toolbar,
    tool("undo", undo, isPlaying),
    tool("undo_turn", undoTurn, isPlaying),
    tool("hint", hint, isYourTurn && !table.awaitsHandover && table.pastVersion === null),
    tool("share", () => openShareDialog(table)),
    tool("rules", () => showRules(table.game)),
    tool("resign", () => confirmDialog(text("resign.sure"), resign), isPlaying));
}
