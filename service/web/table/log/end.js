/** The end of the game: the winner, the score sheet, and what can be done next. */

import { element, show, button } from "../../core/dom.js";
import { text, textOr } from "../../core/texts.js";
import { playerName } from "../people/player_names.js";
import { afterGame } from "./after_game.js";

/** Shows the result over the board once the game is over, until the user puts it aside to look at the board. */
export function drawEnd(table) {
  const { outcome, seats, game } = table.position;
  const { end } = table.parts;
  end.hidden = !outcome || table.isEndAside || table.pastVersion !== null;
  if (end.hidden) return;
  const winners = outcome.ranking[0].map((seat) => playerName(table, seat));
  const reason = textOr(`reason.${outcome.reason}`, "");
  show(end,
    element("h2", {}, text(winners.length > 1 ? "scores.shared" : "scores.winner", { names: winners.join(", ") })),
    reason && element("p", { class: "muted" }, reason),
    element("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": text("scores") }, sheet(table, outcome, seats, game)),
    afterGame(table),
    seedProof(table.position),
    button(text("end.aside"), () => putAside(table, true), { class: "secondary", "data-key": "end-aside" }));
}

/** Hides the result, or shows it again. */
export function putAside(table, isAside) {
  table.isEndAside = isAside;
  drawEnd(table);
}

function sheet(table, outcome, seats, game) {
  const lines = [...new Set(outcome.score_sheet.flat().map(({ line }) => line))];
  const points = (seat, line) => outcome.score_sheet[seat].find((entry) => entry.line === line)?.points ?? "";
  const head = element("tr", {}, element("td"), seats.map(({ seat }) => element("th", { scope: "col" }, playerName(table, seat))));
  const row = (label, cell, kind) => {
    return element("tr", { class: kind }, element("th", { scope: "row" }, label), seats.map(({ seat }) => element("td", {}, cell(seat))));
  };
  const rank = (seat) => outcome.ranking.findIndex((tied) => tied.includes(seat)) + 1;
  return element("table", {}, element("thead", {}, head), element("tbody", {},
    lines.map((line) => row(textOr(`line.${game}.${line}`, line.replaceAll("_", " ")), (seat) => points(seat, line))),
    row(text("scores.total"), (seat) => outcome.scores[seat], "total"),
    row(text("scores.place"), rank)));
}

/** Shows the seed and the salt, and whether their hash matches the commitment that was published at the start. */
function seedProof({ seed, salt, seed_commitment: commitment }) {
  const proof = element("p", { class: "muted small" }, text("scores.seed", { seed, salt }));
  sha256(`${seed}:${salt}`).then((hash) => hash && proof.append(" ", text(hash === commitment ? "scores.fair" : "scores.unfair")));
  return proof;
}

/** Returns the hash in hexadecimal, or null where the browser offers no Web Crypto (outside secure contexts). */
async function sha256(message) {
  if (!crypto.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(message)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
