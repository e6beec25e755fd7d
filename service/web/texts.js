/** The words of the page, in the language of the reader. Words of the games themselves come from the API. */

const LANGUAGES = ["en", "fr", "de"];

export let language = "en";
let words = {};

/** The language chosen before, else the first of the browser's that is spoken here. */
function preferred() {
  const chosen = localStorage.getItem("arbiter.language");
  const wished = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wished.find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

/** Loads the words of a language. */
export async function speak(wished = preferred()) {
  const answer = await fetch(`/web/${wished}.json`);
  words = await answer.json();
  language = wished;
  document.documentElement.lang = wished;
}

/** Remembers the reader's choice. */
export async function choose(wished) {
  localStorage.setItem("arbiter.language", wished);
  await speak(wished);
}

/** The text of that name with its gaps filled in; the name itself where there is none. */
export function text(name, values = {}) {
  return (words[name] ?? name).replace(/\{(\w+)\}/g, (gap, key) => values[key] ?? gap);
}

/** The text of that name, or something else where there is none. */
export function textOr(name, otherwise) {
  return words[name] ?? otherwise;
}
