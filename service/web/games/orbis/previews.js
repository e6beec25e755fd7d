/** What a player should know before making a move of Orbis, in short sentences. */

const REGRETTED = new Set(["decline"]);

/** Returns what the move costs, gains or turns into; `text` translates keys, `game` is the catalogue document of Orbis. */
export function previewLines(move, text, game) {
  const words = new Words(text, game);
  return (LINES[move.type] ?? (() => []))(move, words).filter(Boolean);
}

/** Returns "warning" if the move loses points or worshippers, else "plain". */
export function previewTone({ type, preview }) {
  const isLost = REGRETTED.has(type) || preview.becomes_wilderness || preview.fulfilled === false;
  return isLost || exceedsLimit({ type, preview }) ? "warning" : "plain";
}

const LINES = {
  take_region: ({ preview }, words) => [
    sum(preview.worshippers) > 0 && words.say("collects", { worshippers: words.bundle(preview.worshippers) }),
    preview.becomes_wilderness ? words.say(preview.places ? "cannot_pay" : "no_place") : words.cost(preview),
    ...preview.exchanges.map((swap) => words.say("exchange_first", exchanged(swap, words))),
    words.say("creates", { worshipper: words.colored(preview.created, 1), tiles: preview.created_on.length }),
  ],
  take_god: ({ god }, words) => [words.about(`god-${god}`)],
  exchange: (move, words) => [words.say("exchange")],
  lay_region: ({ preview }, words) => (preview.becomes_wilderness ? wildernessLines(preview, words) : faceUpLines(preview, words)),
  pay: ({ preview }, words) => [
    sum(preview.owned) > 0 ? words.say("keeps", { worshippers: words.bundle(preview.owned) }) : words.say("keeps_nothing"),
    preview.points > 0 && words.say("may_score", { points: words.points(preview.points) }),
  ],
  decline: (move, words) => [words.say("unfulfilled")],
  gain: (move, words) => [exceedsLimit(move) && words.say("over_limit", { limit: words.limit })],
  remove_worshipper: (move, words) => [words.say("all_or_nothing")],
  discard: ({ preview }, words) => [!preview.ends_turn && words.say("discards_more", { limit: words.limit })],
};

function exchanged({ give, take }, words) {
  return { give: words.colored(give, 3), take: words.colored(take, 1) };
}

function wildernessLines({ points }, words) {
  return [points < 0 ? words.say("wilderness", { points: words.points(points) }) : words.say("free_wilderness")];
}

function faceUpLines(preview, words) {
  const { points, fulfilled, neighbours, needed } = preview;
  return [
    words.cost(preview),
    fulfilled === false && words.say("unfulfilled"),
    needed !== null && words.say("neighbours", { neighbours, needed }),
    points > 0 && words.say(needed === null ? "may_score" : "may_score_forest", { points: words.points(points) }),
  ];
}

/** Returns whether the worshippers gained are more than the player may keep: only then the turn goes on. */
function exceedsLimit({ type, preview }) {
  return type === "gain" && !preview.ends_turn;
}

function sum(counts) {
  return counts.reduce((total, count) => total + count, 0);
}

/** The texts of Orbis with worshippers, points and glossary entries in the reader's language. */
class Words {
  constructor(text, game) {
    this.text = text;
    this.colors = game.content.colors;
    this.limit = game.content.supply_limit;
    this.entries = game.glossary.flatMap((group) => group.entries);
  }

  say(key, values) {
    return this.text(`preview.orbis.${key}`, values);
  }

  colored(color, count) {
    return this.say(`${color}.${count === 1 ? "one" : "several"}`, { count });
  }

  bundle(counts) {
    const parts = counts.map((count, place) => count > 0 && this.colored(this.colors[place], count));
    return parts.filter(Boolean).join(", ");
  }

  cost({ price, any }) {
    const parts = [this.bundle(price), any > 0 && this.colored("any", any)].filter(Boolean);
    return parts.length ? this.say("costs", { cost: parts.join(", ") }) : this.say("costs_nothing");
  }

  points(count) {
    return this.say(Math.abs(count) === 1 ? "points.one" : "points.several", { count: String(count).replace("-", "−") });
  }

  about(id) {
    return this.entries.find((entry) => entry.id === id)?.text;
  }
}
