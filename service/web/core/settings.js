/** The settings of this device, in localStorage: read with `settings.get`, changed with `settings.set`, followed with `settings.onChange`. */

const KEY = "arbiter.settings";

/** The possible values of each setting; the first one is the default. */
export const SETTINGS = {
  sound: [false, true],
  notification: [false, true],
  confirm_turn_end: [true, false],
  animation: ["normal", "fast", "off"],
  theme: ["system", "light", "dark"],
};

const listeners = new Set();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export const settings = {
  /** Returns the value of a setting. */
  get(name) {
    const [initial, ...others] = SETTINGS[name];
    const value = stored()[name];
    return others.includes(value) ? value : initial;
  },

  /** Saves the value of a setting and tells the listeners. */
  set(name, value) {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: value }));
    for (const listener of listeners) listener(name, value);
  },

  /** Calls the listener with the name and the value of each setting that changes; returns a function that ends this. */
  onChange(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
