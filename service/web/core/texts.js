/** The texts of the page in the user's language. The API translates the texts of the games. */

const LANGUAGES = ["en", "fr", "de"];

export let language = "en";
let texts = {};

/** Returns the language chosen earlier, else the first supported language of the browser, else English. */
function preferredLanguage() {
  const chosen = localStorage.getItem("arbiter.language");
  const candidates = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return candidates.find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

/** Loads the texts of a language. */
export async function loadTexts(tag = preferredLanguage()) {
  const response = await fetch(`/web/texts/${tag}.json`);
  texts = await response.json();
  language = tag;
  document.documentElement.lang = tag;
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
