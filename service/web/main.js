/** Where the reader is: choosing a game, joining one, or at a table. */

import { asked, go, tidy } from "./url_fragment.js";
import { Problem, giveUp, read } from "./api.js";
import { show } from "./dom.js";
import { openJoin } from "./join.js";
import { forget, recall, remember } from "./storage.js";
import { trouble } from "./problems.js";
import { openSetup } from "./setup.js";
import { openTable } from "./table.js";
import { choose, language, speak, text } from "./texts.js";
import { closeWindows } from "./dialog.js";

const page = document.getElementById("page");
const chooser = document.getElementById("language");
let close = () => {};
let arrival = Promise.resolve();

/** Goes where the address says, one address after the other: what takes long to open cannot be drawn over what was opened later. */
function route() {
  giveUp();
  arrival = arrival.then(arrive, arrive);
  return arrival;
}

/** Leaves what is open and opens what the address asks for. */
async function arrive() {
  close();
  close = () => {};
  closeWindows();
  const wish = asked();
  document.title = "Arbiter";
  document.getElementById("language-name").textContent = text("language");
  chooser.value = language;
  try {
    close = (await opened(wish)) ?? close;
  } catch (problem) {
    if (problem.name !== "AbortError") complain(problem, wish);
  }
}

async function opened(wish) {
  if (!Object.keys(wish).length) return openSetup(page);
  if (!/^[0-9a-f]{20}$/.test(wish.session ?? "")) throw new Problem("link_broken");
  if (wish.invite && !recall(wish.session).seats[wish.seat]) return openJoin(page, wish, enter);
  if (wish.token) await adopt(wish);
  return atTable(wish.session);
}

/** Takes over a seat whose token came by a link, and takes the token out of the address. */
async function adopt({ session, token }) {
  const { seat, game } = await read(`/v1/sessions/${session}`, token);
  const kept = recall(session);
  if (seat !== null) remember({ ...kept, game, seats: { ...kept.seats, [seat]: token } });
}

function enter(session) {
  if (asked().session === session) tidy({ session });
  return route();
}

function atTable(session) {
  tidy({ session });
  return openTable(page, session, (problem) => complain(problem, { session }));
}

function complain(problem, { session }) {
  if (problem.code === "session_unknown" && session) forget(session);
  const watch = () => {
    forget(session);
    tidy({ session });
    route();
  };
  const ways = problem.code === "token_unknown" ? [[text("join.watch"), watch]] : [[text("again"), route]];
  show(page, trouble(problem, ...ways, [text("new_game"), () => (location.hash ? go() : route())]));
  page.focus();
}

chooser.addEventListener("change", async () => {
  await choose(chooser.value);
  await route();
});
addEventListener("hashchange", route);
await speak();
await route();
