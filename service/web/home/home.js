/** The first page: the user's games, open tables, and the games that can be played. */

import { read } from "../core/api.js";
import { element, show } from "../core/dom.js";
import { text } from "../core/texts.js";
import { gameCards } from "./cards.js";
import { codeSection } from "./join.js";
import { myGames } from "./my_games.js";
import { openTables } from "./open_tables.js";

/** Opens the first page. */
export async function openHome(page) {
  const { games } = await read("/v1/games");
  const titles = Object.fromEntries(games.map(({ id, title }) => [id, title]));
  show(page, element("div", { class: "home" },
    element("div", { class: "current" }, myGames(titles), openTables(titles)),
    element("section", { class: "intro" }, element("h1", {}, text("home.title")), element("p", { class: "lead" }, text("home.lead"))),
    gameCards(games),
    codeSection()));
}
