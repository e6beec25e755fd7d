/** What can be done once the game is over: play again with the same players, and download the record of the game. */

import { readText, send } from "../../core/api.js";
import { button, element } from "../../core/dom.js";
import { saveSession } from "../../core/storage.js";
import { text } from "../../core/texts.js";
import { navigate } from "../../core/url_fragment.js";
import { viewerToken } from "../people/tokens.js";
import { startReplay } from "./replay.js";

/** Returns the buttons; if somebody has begun the next game already, the first one leads there. */
export function afterGame(table) {
  const next = table.position.rematch;
  const isPlayer = table.ownSeats.length > 0 || table.saved.hostToken !== undefined;
  const label = text(next ? (isPlayer ? "rematch.join" : "rematch.watch") : "rematch");
  const play = () => table.actions.attempt(() => playAgain(table));
  return element("div", { class: "after-game" },
    next && element("p", { class: "notice", role: "status" }, text("rematch.begun")),
    element("p", { class: "row" },
      (next || isPlayer) && button(label, play, { class: "primary", "data-key": "rematch" }),
      button(text("replay"), () => replayFromStart(table), { "data-key": "replay" }),
      button(text("new_game"), () => navigate(), { "data-key": "new-game" }),
      button(text("record"), () => table.actions.attempt(() => downloadRecord(table)), { "data-key": "record" })));
}

/** Shows the whole game again, from its first position. */
async function replayFromStart(table) {
  table.pastVersion = null;
  await startReplay(table);
}

/** Opens the next game; begins it if nobody has. The tokens of this game work there too. */
async function playAgain(table) {
  const { saved, position } = table;
  const isPlayer = table.ownSeats.length > 0 || saved.hostToken !== undefined;
  const id = position.rematch ?? (await send(`/v1/sessions/${table.id}/rematches`, {}, { token: viewerToken(table) ?? saved.hostToken })).id;
  if (isPlayer) saveSession({ ...saved, id, inviteCodes: {} });
  navigate({ session: id });
}

async function downloadRecord(table) {
  const record = await readText(`/v1/sessions/${table.id}/record`, "application/json", viewerToken(table));
  const address = URL.createObjectURL(new Blob([record], { type: "application/json" }));
  element("a", { href: address, download: `${table.position.game}-${table.id}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
