/** Joining a game: with an invite link, with a typed invite code, or at an open table. */

import { read, send } from "../core/api.js";
import { element, show } from "../core/dom.js";
import { dealNote } from "../core/fairness.js";
import { problemText } from "../core/problems.js";
import { loadSession, saveSession } from "../core/storage.js";
import { text } from "../core/texts.js";
import { navigate } from "../core/url_fragment.js";
import { choices, rememberChoices } from "./choices.js";

/** Shows the invitation of a link; `enterTable` opens the table of a session. A link with a code alone does not tell the game. */
export async function openInvitation(page, { session, seat, invite }, enterTable) {
  const { title, notes } = session ? await readInvitation(session, seat) : { notes: [] };
  const watch = session && element("button", { type: "button", onclick: () => enterTable(session) }, text("join.watch"));
  const claim = async () => enterTable(await claimByCode(invite, choices.names[0]));
  show(page, joinForm("panel invitation", claim,
    element("h1", {}, title ? text("join.title", { game: title }) : text("join.title_unknown")),
    seat !== undefined && element("p", {}, text("join.lead", { number: Number(seat) + 1 })),
    ...notes.map((note) => element("p", { class: "muted fairness" }, note)),
    nameField("join-name"),
    element("p", { class: "row" }, element("button", { type: "submit", class: "primary" }, text("join.take")), watch)));
}

/** Reads the title of the game, and what a player should know before joining: how it was dealt, and who saw through the seat. */
async function readInvitation(session, seat) {
  const [position, { games }] = await Promise.all([read(`/v1/sessions/${session}`), read("/v1/games")]);
  const { held_by_host: isHeld, seen_before: isSeenBefore } = position.seats[seat] ?? {};
  const notes = [dealNote(position), (isHeld || isSeenBefore) && text("join.seen_before")];
  return { title: games.find(({ id }) => id === position.game).title, notes: notes.filter(Boolean) };
}

/** Returns the section to join with an invite code that somebody has told. */
export function codeSection() {
  const code = element("input", { type: "text", maxlength: 64, required: true, id: "join-code", autocomplete: "off", "data-key": "join-code" });
  const claim = async () => navigate({ session: await claimByCode(code.value.trim(), choices.names[0]) });
  return element("section", { class: "panel join-section" },
    element("h2", {}, text("join")),
    joinForm("join", claim,
      element("label", { class: "option", for: "join-code" }, element("span", {}, text("join.code")), code),
      nameField("code-name"),
      element("p", {}, element("button", { type: "submit", "data-key": "join" }, text("join.take")))));
}

/** Returns the field of the user's name, which is remembered. */
export function nameField(id) {
  const store = (event) => {
    choices.names[0] = event.target.value;
    rememberChoices();
  };
  const input = { type: "text", maxlength: 40, id, autocomplete: "nickname", value: choices.names[0], oninput: store, "data-key": id };
  return element("label", { class: "option", for: id }, element("span", {}, text("setup.name")), element("input", input));
}

/** Returns a form with a notice for the problem if joining fails. */
function joinForm(kind, join, ...fields) {
  const notice = element("p", { class: "notice", role: "alert", hidden: true });
  const submit = async (event) => {
    event.preventDefault();
    try {
      await join();
    } catch (problem) {
      notice.textContent = problemText(problem);
      notice.hidden = false;
    }
  };
  return element("form", { class: kind, onsubmit: submit }, fields, notice);
}

/** Claims the seat of an invite code; returns the session. */
async function claimByCode(inviteCode, name) {
  return saveClaim(await send("/v1/claims", { invite_code: inviteCode, ...named(name) }));
}

/** Takes a free seat of an open table; returns the session. */
export async function takeFreeSeat(session, name) {
  return saveClaim(await send(`/v1/sessions/${session}/claims`, named(name)));
}

function named(name) {
  return name.trim() ? { name: name.trim() } : {};
}

function saveClaim({ id, seat, token, game }) {
  const saved = loadSession(id);
  saveSession({ ...saved, game, tokens: { ...saved.tokens, [seat]: token } });
  return id;
}
