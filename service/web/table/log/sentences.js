/** The entries of the log in words. */

import { text } from "../../core/texts.js";
import { playerName } from "../people/player_names.js";

/** Returns an entry as text: the events of a move, or what else happened. */
export function entryText(table, entry) {
  const name = entry.name ?? (entry.seat === undefined ? "" : playerName(table, entry.seat));
  if (entry.type === "archived") return entry.event_labels.join(". ") || `${name}: ${entry.label}`;
  if (entry.type === "timed_out") return text(`entry.timed_out.${entry.on_timeout}`, { name });
  if (entry.type === "undone" && entry.undone_reveals) return text("entry.undone_reveals", { name, count: entry.undone_reveals });
  if (entry.type !== "moved") return text(`entry.${entry.type}`, { name });
  return entry.events.map(({ label }) => label).join(". ") || `${name}: ${entry.move.label}`;
}
