/** How the game ended: places, and every seat's points line by line. */

import { element, show } from "./dom.js";
import { nameOf } from "./player_names.js";
import { text, textOr } from "./texts.js";

/** Shows the score sheet once there is an outcome. */
export function drawScores(table) {
  const { outcome, seats, game } = table.position;
  const { scores: place } = table.parts;
  place.hidden = !outcome;
  if (!outcome) return;
  const winners = outcome.ranking[0].map((seat) => nameOf(table, seat));
  const reason = textOr(`reason.${outcome.reason}`, "");
  show(place,
    element("h2", {}, text(winners.length > 1 ? "scores.shared" : "scores.winner", { names: winners.join(", ") })),
    reason && element("p", { class: "faint" }, reason),
    element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": text("scores") }, sheet(table, outcome, seats, game)),
    shuffle(table.position));
}

function sheet(table, outcome, seats, game) {
  const lines = [...new Set(outcome.score_sheet.flat().map(({ line }) => line))];
  const points = (seat, line) => outcome.score_sheet[seat].find((entry) => entry.line === line)?.points ?? "";
  const head = element("tr", {}, element("td"), seats.map(({ seat }) => element("th", { scope: "col" }, nameOf(table, seat))));
  const row = (words, cell, kind) => {
    return element("tr", { class: kind }, element("th", { scope: "row" }, words), seats.map(({ seat }) => element("td", {}, cell(seat))));
  };
  const rank = (seat) => outcome.ranking.findIndex((place) => place.includes(seat)) + 1;
  return element("table", {}, element("thead", {}, head), element("tbody", {},
    lines.map((line) => row(textOr(`line.${game}.${line}`, line.replaceAll("_", " ")), (seat) => points(seat, line))),
    row(text("scores.total"), (seat) => outcome.scores[seat], "total"),
    row(text("scores.place"), rank)));
}

/** The seed and salt, by which everybody can verify the shuffle; a browser that can does so at once. */
function shuffle({ seed, salt, seed_commitment: commitment }) {
  const told = element("p", { class: "faint small" }, text("scores.seed", { seed, salt }));
  digest(`${seed}:${salt}`).then((found) => found && told.append(" ", text(found === commitment ? "scores.fair" : "scores.unfair")));
  return told;
}

async function digest(words) {
  if (!crypto.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
