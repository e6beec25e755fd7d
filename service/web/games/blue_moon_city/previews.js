/** What a move of Blue Moon City costs, gains and ends, in short sentences. */

const FLIES_WITH = "flit_1";
const HURRIES_WITH = "flit_2";

/** Returns short texts that tell what a listed move costs, gains or ends; `game` is the catalogue's document with the glossary. */
export function previewLines(move, text, game) {
  const lines = LINES[move.type];
  return lines ? lines(move, { text, name: (id) => nameOf(game, id) }).filter(Boolean) : [];
}

/** Returns "warning" if the move loses value or ends the game in a draw, else "plain". */
export function previewTone(move) {
  return move.preview?.overpaid > 0 || endsInDraw(move) ? "warning" : "plain";
}

const LINES = {
  step: (move, words) => arrival(move, words),
  fly: (move, words) => [discards(FLIES_WITH, words), ...arrival(move, words)],
  use_main_hall: (move, { text }) => [text("preview.no_action_there")],
  call_dragon: (move, words) => [discards(move.card, words), dragons(move.preview, words)],
  hurry: (move, words) => [discards(HURRIES_WITH, words), words.text("preview.steps", { count: move.preview.steps })],
  contribute: (move, words) => [...costs(move, words), ...gains(move.preview, words)],
  lay_card: (move, words) => laid(move, words),
  lay_pair: (move, words) => laid(move, words),
  turn_card: (move, words) => [discards(move.hoax, words), ...laid(move, words)],
  pay: (move, words) => [overpaid(move.preview, words), ...gains(move.preview, words), draw(move, words)],
  offer: (move, words) => offering(move, words),
  offer_again: (move, words) => [discards(move.card, words), ...offering(move, words)],
  use_golden_shrine: (move, words) => offering(move, words),
  use_hospital: (move, words) => [drawn(move.preview, words)],
  discard_card: (move, { text }) => [text("preview.replaced")],
  draw: (move, words) => [drawn(move.preview, words)],
};

/** Returns the name of a glossary entry in the language of the catalogue. */
function nameOf(game, id) {
  const entries = (game?.glossary ?? []).flatMap((group) => group.entries);
  return entries.find((entry) => entry.id === id)?.name ?? id;
}

/** Returns a number with its noun: "crystal", "scale", "card" or "space". */
function amount(noun, count, { text }) {
  return text(count === 1 ? `preview.${noun}.one` : `preview.${noun}.some`, { count });
}

function discards(card, { text, name }) {
  return text("preview.discards", { card: name(card) });
}

/** Returns what a miniature finds on a tile. */
function arrival({ preview }, words) {
  if (preview.tile === "courtyard") return [words.text("preview.courtyard")];
  if (!preview.ruin) return [words.text("preview.rebuilt")];
  return [words.text("preview.ruin", { spaces: amount("space", preview.free, words) }), dragons(preview, words)];
}

/** Returns the scales that dragons on a ruin give for the first contribution; nothing is gained elsewhere. */
function dragons(preview, words) {
  if (!preview.ruin) return words.text("preview.no_scales");
  return preview.dragons ? words.text("preview.dragons", { scales: amount("scale", preview.dragons, words) }) : "";
}

function costs({ color, preview }, { text, name }) {
  return [text("preview.costs", { value: preview.value, color: name(color) }), preview.payable === "wild" ? text("preview.wild") : ""];
}

/** Returns the gains of a contribution: from dragons, from the completed building, from a scoring of scales. */
function gains(preview, words) {
  const { text } = words;
  const scored = preview.scoring ? text("preview.scoring", { gains: amount("crystal", preview.scoring, words) }) : "";
  const flown = preview.dragon_scales ? text("preview.gains_dragons", { gains: amount("scale", preview.dragon_scales, words) }) : "";
  const built = preview.completes ? completed(preview, words) : text(preview.majority ? "preview.leads" : "preview.incomplete");
  return [flown, built, scored];
}

function completed(preview, words) {
  const counts = [["crystal", preview.crystals], ["scale", preview.scales], ["card", preview.cards]].filter(([, count]) => count);
  const gained = counts.map(([noun, count]) => amount(noun, count, words)).join(", ") || words.text("preview.nothing");
  return words.text(preview.majority ? "preview.completes_majority" : "preview.completes", { gains: gained });
}

function laid(move, words) {
  const { worth, needed } = move.preview;
  const sum = needed ? words.text("preview.laid", { worth, needed }) : words.text("preview.enough", { worth });
  return [sum, draw(move, words)];
}

function overpaid(preview, { text }) {
  return preview.overpaid ? text("preview.overpaid", { count: preview.overpaid }) : "";
}

function offering(move, words) {
  const { price, crystals, wins } = move.preview;
  const cost = words.text("preview.offering", { price: amount("crystal", price, words), left: crystals });
  return [cost, wins ? words.text("preview.wins") : "", draw(move, words)];
}

function drawn(preview, words) {
  return words.text("preview.draws", { cards: amount("card", preview.cards, words) });
}

/** Returns whether the marker is the last free one of all players, which ends the game without a winner. */
function endsInDraw({ type, preview }) {
  return Boolean(preview?.ends_turn) && type !== "draw" && !preview.wins;
}

function draw(move, { text }) {
  return endsInDraw(move) ? text("preview.ends_in_draw") : "";
}
