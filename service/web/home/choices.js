/** What the user chose when setting up games, remembered on this device. */

const KEY = "arbiter.setup";
const DEFAULTS = {
  seats: 2, kinds: ["here", "easy", "easy", "easy"], names: ["", "", "", ""], level: "easy", isOpen: false,
  clock: "none", timeout: "ai_turn", options: {},
};

/** The choices; every change is to be followed by `rememberChoices`. */
export const choices = { ...DEFAULTS, ...stored() };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** Saves the choices. */
export function rememberChoices() {
  localStorage.setItem(KEY, JSON.stringify(choices));
}
