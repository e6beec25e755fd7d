/** The texts of the page in the user's language. The API translates the texts of the games. */

export const LANGUAGES = ["en", "fr", "de"];

export let language = "en";
let texts = {};

/** Returns the language chosen earlier, else the first supported language of the browser, else English. */
function preferredLanguage() {
  const chosen = localStorage.getItem("arbiter.language");
  const candidates = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return candidates.find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

/** Loads the texts of a language; only the general ones, others are loaded by `addTexts` when a part of the page needs them. */
export async function loadTexts(tag = preferredLanguage()) {
  texts = await readTexts("texts", tag);
  language = tag;
  document.documentElement.lang = tag;
}

/** Adds the texts of a folder of the page, `<folder>/en.json` and so on, in the current language. */
export async function addTexts(folder) {
  Object.assign(texts, await readTexts(folder, language));
}

async function readTexts(folder, tag) {
  return (await fetch(`/web/${folder}/${tag}.json`)).json();
}

/** Loads the texts of a language and saves the choice. */
export async function chooseLanguage(tag) {
  localStorage.setItem("arbiter.language", tag);
  await loadTexts(tag);
}

/** Returns the text of a key with its placeholders replaced; the key itself if there is no such text. */
export function text(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);
}

/** Returns the text of a key, or the fallback if there is no such text. */
export function textOr(key, fallback) {
  return texts[key] ?? fallback;
}
