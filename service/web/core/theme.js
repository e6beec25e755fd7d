/** The theme: the classes `light` and `dark` of the root element, which the stylesheets of page and boards follow. */

import { settings } from "./settings.js";

/** Shows the chosen theme, now and whenever the choice changes. */
export function followTheme() {
  applyTheme();
  settings.onChange((name) => name === "theme" && applyTheme());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", colourBrowser);
}

function applyTheme() {
  const theme = settings.get("theme");
  for (const name of ["light", "dark"]) document.documentElement.classList.toggle(name, theme === name);
  colourBrowser();
}

/** Gives the browser's own bars the background colour of the page. */
function colourBrowser() {
  document.querySelector("meta[name=theme-color]").content = getComputedStyle(document.body).backgroundColor;
}
