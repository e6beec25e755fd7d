/** What everybody is told where somebody may know more about a game than the others. */

import { text } from "./texts.js";

/** Returns a sentence about how the game was dealt, or an empty text: a fork, or a seed that somebody chose. */
export function dealNote({ seed_chosen: isSeedChosen, fork_of: parent, redealt: isRedealt }) {
  if (isRedealt) return text("deal.redealt");
  if (parent !== undefined) return text("deal.forked");
  return isSeedChosen ? text("deal.seed_chosen") : "";
}

/** Returns who else sees or saw through a seat, or an empty text: the host who holds it, or somebody before its present player. */
export function sightNote({ kind, held_by_host: isHeld, seen_before: isSeenBefore }) {
  if (isHeld) return text(kind === "ai" ? "seat.held_ai" : "seat.held_by_host");
  return isSeenBefore ? text("seat.seen_before") : "";
}
