/** Taking a seat by an invite link. */

import { read, send } from "./api.js";
import { element, show } from "./dom.js";
import { recall, remember } from "./storage.js";
import { sentence } from "./problems.js";
import { text } from "./texts.js";

/** Shows what the reader is invited to; `enter` opens the table. */
export async function openJoin(page, wish, enter) {
  const seat = Number(wish.seat);
  const [session, { games }] = await Promise.all([read(`/v1/sessions/${wish.session}`), read("/v1/games")]);
  const title = games.find(({ id }) => id === session.game).title;
  const name = element("input", { type: "text", maxlength: 40, id: "join-name", autocomplete: "nickname" });
  const notice = element("p", { class: "notice", role: "alert", hidden: true });
  const join = async (event) => {
    event.preventDefault();
    try {
      await claim(wish, seat, name.value.trim());
      await enter(wish.session);
    } catch (problem) {
      notice.textContent = sentence(problem);
      notice.hidden = false;
    }
  };
  const watch = element("button", { type: "button", onclick: () => enter(wish.session) }, text("join.watch"));
  show(page, element("form", { class: "panel", onsubmit: join },
    element("h1", {}, text("join.title", { game: title })),
    element("p", {}, text("join.lead", { number: seat + 1 })),
    element("label", { class: "option", for: "join-name" }, element("span", {}, text("setup.name")), name),
    element("p", { class: "row" }, element("button", { type: "submit", class: "main" }, text("join.take")), watch),
    notice));
}

async function claim({ session, invite }, seat, name) {
  const body = name ? { invite_code: invite, name } : { invite_code: invite };
  const { token, game } = await send(`/v1/sessions/${session}/seats/${seat}/claims`, body);
  const kept = recall(session);
  remember({ ...kept, game, seats: { ...kept.seats, [seat]: token } });
}
