/** The toolbar: take back, hint, share, rules, legend, settings, resign. */

import { confirmDialog } from "../core/dialog.js";
import { button, show } from "../core/dom.js";
import { openSettings } from "../core/settings_dialog.js";
import { text } from "../core/texts.js";
import { showLegend } from "../rules/legend.js";
import { showRules } from "../rules/rules.js";
import { putAside } from "./log/end.js";
import { shownTurns } from "./log/turns.js";
import { openShareDialog } from "./people/share.js";

/** Draws the buttons that are available in the current position. */
export function drawToolbar(table, isYourTurn) {
  const { undo, undoTurn, hint, resign } = table.actions;
  const isPerson = table.seat !== null && table.position.seats[table.seat].kind !== "ai";
  const isPlaying = isPerson && !table.position.outcome && !table.awaitsHandover;
  const tool = (name, action, isAvailable = true, label = name) => isAvailable && button(text(label), action, { "data-key": name });
  show(table.parts.toolbar,
    tool("undo", undo, isPlaying),
    tool("undo_turn", undoTurn, isPlaying, undoTurnLabel(table)),
    tool("hint", hint, isYourTurn && !table.awaitsHandover && table.pastVersion === null),
    tool("result", () => putAside(table, false), Boolean(table.position.outcome) && table.isEndAside),
    tool("rules", () => showRules(table.game)),
    tool("legend", () => showLegend(table.game)),
    tool("share", () => openShareDialog(table)),
    tool("settings", () => openSettings(table.onLanguage)),
    tool("resign", () => confirmDialog(text("resign.sure"), resign), isPlaying));
}

/** The present turn is restarted; before its first move it is the last turn that is taken back. */
function undoTurnLabel(table) {
  const turn = shownTurns(table).at(-1);
  const isUnderWay = turn?.isMove && table.ownSeats.includes(turn.seat) && table.position.to_act?.seat === turn.seat;
  return isUnderWay ? "undo_turn.restart" : "undo_turn";
}
