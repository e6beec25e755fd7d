/** Pictures of fixed positions, drawn by the public API: illustrations of the first page and of the rules. */

import { call } from "./api.js";

const states = new Map();

/** Returns a drawing of one panel of a game's fixed position, as the first seat sees it; screen readers skip it. */
export async function drawPanel(game, panel) {
  const body = JSON.stringify({ state: await readState(game), seat: 0 });
  const path = `/v1/games/${game}/boards?style=false&header=false&panels=${panel}`;
  const options = { method: "POST", body, accept: "image/svg+xml", headers: { "Content-Type": "application/json" } };
  const source = await (await call(path, options)).text();
  return framed(document.importNode(new DOMParser().parseFromString(source, "image/svg+xml").documentElement, true), panel);
}

async function readState(game) {
  if (!states.has(game)) states.set(game, (await fetch(`/web/positions/${game}.json`)).json());
  return states.get(game);
}

/** Reduces a picture to the panel; ids are removed because they could meet those of a table. */
function framed(picture, name) {
  const panel = picture.querySelector(`#panel-${name}`);
  picture.setAttribute("viewBox", `0 0 ${panel.dataset.width} ${panel.dataset.height}`);
  picture.setAttribute("aria-hidden", "true");
  panel.removeAttribute("transform");
  picture.replaceChildren(panel);
  for (const piece of picture.querySelectorAll("[id]")) piece.removeAttribute("id");
  for (const title of picture.querySelectorAll("title")) title.remove();
  return picture;
}
