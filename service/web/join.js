/** Joining a game with an invite link. */

import { read, send } from "./api.js";
import { element, show } from "./dom.js";
import { problemText } from "./problems.js";
import { loadSession, saveSession } from "./storage.js";
import { text } from "./texts.js";

/** Shows the invitation; `enterTable` opens the table of a session. */
export async function openInvitation(page, { session, seat, invite }, enterTable) {
  const seatIndex = Number(seat);
  const [{ game }, { games }] = await Promise.all([read(`/v1/sessions/${session}`), read("/v1/games")]);
  const { title } = games.find(({ id }) => id === game);
  const name = element("input", { type: "text", maxlength: 40, id: "join-name", autocomplete: "nickname" });
  const notice = element("p", { class: "notice", role: "alert", hidden: true });
  const join = async (event) => {
    event.preventDefault();
    try {
      await claimSeat(session, seatIndex, invite, name.value.trim());
      await enterTable(session);
    } catch (problem) {
      notice.textContent = problemText(problem);
      notice.hidden = false;
    }
  };
  const watch = element("button", { type: "button", onclick: () => enterTable(session) }, text("join.watch"));
  show(page, element("form", { class: "panel", onsubmit: join },
    element("h1", {}, text("join.title", { game: title })),
    element("p", {}, text("join.lead", { number: seatIndex + 1 })),
    element("label", { class: "option", for: "join-name" }, element("span", {}, text("setup.name")), name),
    element("p", { class: "row" }, element("button", { type: "submit", class: "primary" }, text("join.take")), watch),
    notice));
}

async function claimSeat(session, seat, inviteCode, name) {
  const body = name ? { invite_code: inviteCode, name } : { invite_code: inviteCode };
  const { token, game } = await send(`/v1/sessions/${session}/seats/${seat}/claims`, body);
  const saved = loadSession(session);
  saveSession({ ...saved, game, tokens: { ...saved.tokens, [seat]: token } });
}
