/** Choosing a game, who plays, and what is agreed beforehand. */

import { go } from "./url_fragment.js";
import { read, send } from "./api.js";
import { button, element, show } from "./dom.js";
import { all, forget, remember } from "./storage.js";
import { chosenOptions, optionFields } from "./options.js";
import { sentence } from "./problems.js";
import { showRules } from "./rules.js";
import { language, text, textOr } from "./texts.js";

const KINDS = ["here", "elsewhere", "random", "easy", "normal", "hard"];
const wish = { game: null, seats: 2, kinds: ["here", "normal", "normal", "normal"], names: ["", "", "", ""] };
let options = {};

/** Shows the page. */
export async function openSetup(page) {
  const { games } = await read("/v1/games");
  wish.game ??= games[0].id;
  const details = Object.fromEntries(await Promise.all(games.map(async ({ id }) => [id, await read(`/v1/games/${id}`)])));
  const form = element("form", { class: "setup", onsubmit: (event) => start(event, form, details) });
  const draw = () => show(form, fields(games, details, draw));
  draw();
  show(page, element("div", { class: "begin" },
    element("h1", {}, text("setup.title")), element("p", { class: "lead" }, text("setup.lead")), form, ownGames(details)));
}

function fields(games, details, draw) {
  const chosen = details[wish.game];
  wish.seats = Math.min(Math.max(wish.seats, chosen.seats[0]), chosen.seats.at(-1));
  return [
    element("fieldset", { class: "games" }, element("legend", {}, text("setup.game")), games.map((game) => gameCard(game, draw))),
    element("fieldset", {}, element("legend", {}, text("setup.players")), counts(chosen, draw), seatRows(draw)),
    optionsOf(chosen),
    element("p", { class: "row" },
      element("button", { type: "submit", class: "main", "data-key": "start" }, text("setup.start")),
      button(text("rules"), () => showRules(chosen), { "data-key": "rules" })),
    element("p", { class: "notice", role: "alert", id: "setup-problem", hidden: true }),
  ];
}

/** What was chosen among the options stays while only the players change. */
function optionsOf(game) {
  const key = `${game.id}/${wish.seats}/${language}`;
  if (options.key !== key) {
    const panel = element("details", { class: "panel" }, element("summary", {}, text("setup.options")), optionFields(game, wish.seats));
    options = { key, panel };
  }
  return options.panel;
}

function gameCard(game, draw) {
  const choose = () => {
    wish.game = game.id;
    draw();
  };
  const field = { type: "radio", name: "game", value: game.id, checked: wish.game === game.id, onchange: choose, "data-key": game.id };
  return element("label", { class: "card" },
    element("input", field),
    element("span", {}, element("strong", {}, game.title), element("span", { class: "faint" }, textOr(`about.${game.id}`, ""))));
}

function counts(game, draw) {
  return element("p", { class: "row" }, game.seats.map((count) => {
    const choose = () => {
      wish.seats = count;
      draw();
    };
    const isChosen = wish.seats === count;
    const field = { type: "radio", name: "seats", value: count, checked: isChosen, onchange: choose, "data-key": `seats-${count}` };
    return element("label", { class: "pill" }, element("input", field), element("span", {}, text("setup.count", { count })));
  }));
}

function seatRows(draw) {
  return Array.from({ length: wish.seats }, (_, seat) => {
    const change = (event) => {
      wish.kinds[seat] = event.target.value;
      draw();
    };
    const choices = KINDS.map((kind) => element("option", { value: kind, selected: wish.kinds[seat] === kind }, text(`kind.${kind}`)));
    const label = text("player", { number: seat + 1 });
    return element("div", { class: "seat-row" },
      element("span", { class: `disc seat-${seat}`, "aria-hidden": "true" }, seat + 1),
      element("select", { "aria-label": label, onchange: change, "data-key": `kind-${seat}` }, choices),
      isPerson(seat) && nameField(seat, label));
  });
}

function nameField(seat, label) {
  const keep = (event) => {
    wish.names[seat] = event.target.value;
  };
  const name = text("setup.name");
  const said = { placeholder: name, "aria-label": `${label}: ${name}`, value: wish.names[seat] };
  return element("input", { type: "text", maxlength: 40, ...said, oninput: keep });
}

function isPerson(seat) {
  return ["here", "elsewhere"].includes(wish.kinds[seat]);
}

async function start(event, form, details) {
  event.preventDefault();
  const notice = form.querySelector("#setup-problem");
  try {
    const { seed, ...agreed } = chosenOptions(form, details[wish.game]);
    const body = { game: wish.game, seats: Array.from({ length: wish.seats }, (_, seat) => wished(seat)), options: agreed };
    keepSession(await send("/v1/sessions", seed === undefined ? body : { ...body, seed }));
  } catch (problem) {
    notice.textContent = sentence(problem);
    notice.hidden = false;
  }
}

function wished(seat) {
  if (!isPerson(seat)) return { kind: "ai", level: wish.kinds[seat] };
  const name = wish.names[seat].trim();
  return name ? { kind: "human", name } : { kind: "human" };
}

/** Keeps the tokens of the seats played here; a seat played elsewhere is only an invite code, so that nobody looks into another's hand. */
function keepSession({ id, game, host_token: host, seats }) {
  const people = seats.filter(({ kind }) => kind === "human");
  const pick = (kind, secret) => {
    const chosen = people.filter(({ seat }) => wish.kinds[seat] === kind);
    return Object.fromEntries(chosen.map((seat) => [seat.seat, seat[secret]]));
  };
  remember({ id, game, host, seats: pick("here", "token"), invites: pick("elsewhere", "invite_code") });
  go({ session: id });
}

function ownGames(details) {
  const rows = all().filter(({ game }) => game in details).map((kept) => {
    const words = `${details[kept.game].title}, ${new Date(kept.at).toLocaleString(document.documentElement.lang)}`;
    const row = element("li", { class: "row" }, button(words, () => go({ session: kept.id })), button(text("forget"), () => {
      forget(kept.id);
      row.remove();
    }, { class: "quiet", "aria-label": `${text("forget")}: ${words}` }));
    return row;
  });
  return rows.length > 0 && element("section", {}, element("h2", {}, text("setup.yours")), element("ul", { class: "plain" }, rows));
}
