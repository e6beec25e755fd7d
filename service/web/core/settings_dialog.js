/** The dialog of the settings. */

import { playSound, requestNotifications } from "./attention.js";
import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { SETTINGS, settings } from "./settings.js";
import { LANGUAGES, language, text } from "./texts.js";

const NAMES = { en: "English", fr: "Français", de: "Deutsch" };

/** Opens the dialog; `onLanguage` is called with a language that the user chooses. */
export function openSettings(onLanguage) {
  const notice = element("p", { class: "notice", role: "alert", hidden: true });
  const dialog = openDialog(text("settings"),
    element("div", { class: "options" },
      field("language", choice(LANGUAGES.map((tag) => [tag, NAMES[tag]]), language, (tag) => {
        dialog.close();
        onLanguage(tag);
      })),
      settingChoice("theme"),
      settingChoice("animation"),
      settingSwitch("sound", (isOn) => isOn && playSound()),
      settingSwitch("notification", (isOn, input) => isOn && askToNotify(input, notice)),
      settingSwitch("confirm_turn_end")),
    notice);
}

function field(name, input) {
  input.dataset.key = `setting-${name}`;
  return element("label", { class: "option" }, element("span", {}, text(name === "language" ? name : `settings.${name}`)), input);
}

function choice(pairs, chosen, onChoice) {
  const options = pairs.map(([value, label]) => element("option", { value, selected: value === chosen }, label));
  return element("select", { onchange: (event) => onChoice(event.target.value) }, options);
}

function settingChoice(name) {
  const pairs = SETTINGS[name].map((value) => [value, text(`settings.${name}.${value}`)]);
  return field(name, choice(pairs, settings.get(name), (value) => settings.set(name, value)));
}

function settingSwitch(name, onSwitch = () => {}) {
  const change = ({ target }) => {
    settings.set(name, target.checked);
    onSwitch(target.checked, target);
  };
  return field(name, element("input", { type: "checkbox", role: "switch", checked: settings.get(name), onchange: change }));
}

/** Asks for the permission to notify; without it the setting is switched off again. */
async function askToNotify(input, notice) {
  if (await requestNotifications()) return;
  settings.set("notification", false);
  Object.assign(notice, { hidden: false, textContent: text("settings.notification.denied") });
  input.checked = false;
}
