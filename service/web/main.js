/** The entry point: opens the first page, an invitation or a table, depending on the URL fragment. */

import { Problem, abortReads, onSlow, read } from "./core/api.js";
import { clearTurn } from "./core/attention.js";
import { closeDialogs } from "./core/dialog.js";
import { show } from "./core/dom.js";
import { problemPanel } from "./core/problems.js";
import { openSettings } from "./core/settings_dialog.js";
import { deleteSession, loadSession, saveSession } from "./core/storage.js";
import { chooseLanguage, language, loadTexts, text } from "./core/texts.js";
import { followTheme } from "./core/theme.js";
import { navigate, readFragment, replaceFragment } from "./core/url_fragment.js";
import { openHome } from "./home/home.js";
import { openInvitation } from "./home/join.js";

const page = document.getElementById("page");
const languageSelect = document.getElementById("language");
const settingsButton = document.getElementById("settings");
const slowNotice = document.getElementById("slow");
let close = () => {};
let navigation = Promise.resolve();

/** Opens what the fragment names. Navigations run one after another, so that a slow one cannot draw over a later one. */
function route() {
  abortReads();
  navigation = navigation.then(openFragment, openFragment);
  return navigation;
}

async function openFragment() {
  close();
  close = () => {};
  closeDialogs();
  const parameters = readFragment();
  clearTurn("Arbiter");
  translateHeader();
  try {
    close = (await open(parameters)) ?? close;
  } catch (problem) {
    if (problem.name !== "AbortError") showProblem(problem, parameters);
  }
}

/** Returns a function that closes what was opened, if closing it is necessary. */
async function open(parameters) {
  const { session, seat, invite, token } = parameters;
  if (!Object.keys(parameters).length) return openHome(page);
  if (invite && !session) return openInvitation(page, { invite }, enterTable);
  if (!/^[0-9a-f]{20}$/.test(session ?? "")) throw new Problem("link_broken");
  if (invite && !(await holdsSeat(session, seat))) return openInvitation(page, parameters, enterTable);
  if (token) await saveToken(session, token);
  replaceFragment({ session });
  const { openTable } = await import("./table/table.js"); // A first visit does not need the modules of the table.
  return openTable(page, session, { onFailure: (problem) => showProblem(problem, { session }), onLanguage: changeLanguage });
}

/** Returns whether this device plays a seat: it has a token, and no later invite code has ended it. */
async function holdsSeat(session, seat) {
  const token = loadSession(session).tokens[seat];
  if (!token) return false;
  try {
    await read(`/v1/sessions/${session}?legal_moves=false`, token);
    return true;
  } catch (problem) {
    if (problem.code === "token_unknown") return false;
    throw problem;
  }
}

/** Saves a seat token that came with a link. */
async function saveToken(session, token) {
  const { seat, game } = await read(`/v1/sessions/${session}`, token);
  const saved = loadSession(session);
  if (seat !== null) saveSession({ ...saved, game, tokens: { ...saved.tokens, [seat]: token } });
}

function enterTable(session) {
  if (readFragment().invite !== undefined) replaceFragment({ session });
  return route();
}

function showProblem(problem, { session }) {
  if (problem.code === "session_unknown" && session) deleteSession(session);
  const watch = () => {
    deleteSession(session);
    replaceFragment({ session });
    route();
  };
  const action = problem.code === "token_unknown" ? [text("join.watch"), watch] : [text("again"), route];
  show(page, problemPanel(problem, action, [text("new_game"), () => (location.hash ? navigate() : route())]));
  page.focus();
}

/** Makes the header usable; before its first translation a dialog would have no texts and be closed at once. */
function translateHeader() {
  document.getElementById("language-name").textContent = text("language");
  languageSelect.value = language;
  settingsButton.setAttribute("aria-label", text("settings"));
  languageSelect.disabled = settingsButton.disabled = false;
}

async function changeLanguage(tag) {
  await chooseLanguage(tag);
  await route();
}

function showSlowness(isSlow) {
  slowNotice.hidden = !isSlow;
  slowNotice.textContent = isSlow ? text("connection.slow") : "";
}

languageSelect.addEventListener("change", () => changeLanguage(languageSelect.value));
settingsButton.addEventListener("click", () => openSettings(changeLanguage));
addEventListener("hashchange", route);
onSlow(showSlowness);
followTheme();
await loadTexts();
await route();
