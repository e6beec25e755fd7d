/** The lessons: what the coach says in the first game of each title, on a fixed shuffle and as the first seat. */

/** The seed of each lesson: a shuffle in which everything that the coach suggests is possible. */
export const LESSON_SEEDS = { orbis: 5, helios: 5, blue_moon_city: 9 };

/** Returns a function that says whether the viewing seat has made a move of one of these types. */
function made(...types) {
  return ({ seat }, entries) => entries.some((entry) => entry.type === "moved" && entry.seat === seat && types.includes(entry.move.type));
}

/**
 * The five steps of each lesson: an id, the panels that the step is about, and when it is done: a function of the position and of the
 * entries of the log since the step began, or null if the user says so.
 */
export const STEPS = {
  orbis: [
    { id: "goal", panels: ["world-0"], done: null },
    { id: "take", panels: ["display"], done: made("take_region") },
    { id: "lay", panels: ["world-0"], done: made("lay_region") },
    { id: "pay", panels: ["display", "holdings-0"], done: made("take_region") },
    { id: "god", panels: ["gods"], done: null },
  ],
  helios: [
    { id: "start", panels: ["lands", "land-0"], done: made("choose_land") },
    { id: "action", panels: ["actions"], done: made("take_action") },
    { id: "land", panels: ["lands", "land-0"], done: made("lay_tile") },
    { id: "sun", panels: ["actions", "land-0"], done: made("move_sun") },
    { id: "build", panels: ["city-0", "characters"], done: null },
  ],
  blue_moon_city: [
    { id: "goal", panels: ["city", "obelisk"], done: null },
    { id: "move", panels: ["city"], done: made("end_movement") },
    { id: "contribute", panels: ["site", "hand"], done: made("contribute") },
    { id: "draw", panels: ["hand", "piles"], done: made("draw") },
    { id: "offer", panels: ["obelisk", "holdings-0"], done: null },
  ],
};
