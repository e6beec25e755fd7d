/** The log by turns. */

import { playerName } from "../people/player_names.js";
import { entryText } from "./sentences.js";

/** Returns the entries in groups: a turn ends with the move that starts the next one. What is no move is a group of its own. */
function turnsOf(entries) {
  const turns = [];
  let turn = null;
  for (const entry of entries) {
    if (entry.type === "created") continue;
    if (entry.type !== "moved") {
      turns.push({ seat: entry.seat, entries: [entry], isMove: false });
      turn = null;
      continue;
    }
    if (turn?.seat !== entry.seat) turns.push((turn = { seat: entry.seat, entries: [], isMove: true }));
    turn.entries.push(entry);
    if (entry.events.some(({ type }) => type === "turn_started")) turn = null;
  }
  return turns;
}

/** Returns the turns up to the position that the board shows: nothing is told before. */
export function shownTurns({ entries, position }) {
  return turnsOf(entries.filter(({ version }) => version <= position.version));
}

/** Returns one sentence about the last turn of another player: what was played, in order. */
export function lastTurnOfOthers(table) {
  const turn = shownTurns(table).at(-1);
  if (!turn) return "";
  if (!turn.isMove || table.ownSeats.includes(turn.seat)) return entryText(table, turn.entries.at(-1));
  return `${playerName(table, turn.seat)}: ${turn.entries.map(({ move }) => move.label).join(" · ")}`;
}
