/** What a host can do about another player's seat: invite somebody again, let an AI play, make the player a host. */

import { send } from "../../core/api.js";
import { openDialog } from "../../core/dialog.js";
import { button, element, show } from "../../core/dom.js";
import { problemText } from "../../core/problems.js";
import { saveSession } from "../../core/storage.js";
import { text } from "../../core/texts.js";
import { playerName } from "./player_names.js";
import { isDeserted } from "./presence.js";
import { inviteRow } from "./share.js";
import { hostToken } from "./tokens.js";

const LEVELS = ["random", "easy", "normal", "hard", "expert"];

/** Opens the dialog of a seat; it knows who is present at this moment. */
export async function openSeatDialog(table, number) {
  const [body, notice] = [element("div"), element("p", { class: "notice", role: "alert", hidden: true })];
  const dialog = openDialog(text("manage.title", { name: playerName(table, number) }), body, notice);
  const act = async (action) => {
    try {
      await action();
    } catch (problem) {
      notice.textContent = problemText(problem);
      notice.hidden = false;
    }
  };
  await table.actions.readPresence();
  show(body, choices(table, table.position.seats[number], { act, body, close: () => dialog.close() }));
}

function choices(table, seat, { act, body, close }) {
  const canReplace = isDeserted(table, seat);
  const isPresent = seat.kind !== "ai" && (seat.kind === "human" || seat.claimed);
  const level = levelField();
  const invite = () => act(async () => show(body, await inviteAgain(table, seat.seat)));
  const replace = () => act(async () => {
    await replacePlayer(table, seat.seat, level.value);
    close();
  });
  const makeHost = () => act(async () => {
    await post(table, "hosts", { seat: seat.seat });
    close();
  });
  return [
    !canReplace && element("p", {}, text("manage.present")),
    canReplace && element("p", {}, button(text("manage.invite"), invite, { class: "primary", "data-key": "invite-again" })),
    canReplace && seat.kind !== "ai" && element("p", { class: "row" }, button(text("manage.replace"), replace, { "data-key": "replace" }), level),
    isPresent && !seat.host && element("p", {}, button(text("manage.host"), makeHost, { "data-key": "make-host" })),
  ];
}

function levelField() {
  const options = LEVELS.map((level) => element("option", { value: level, selected: level === "normal" }, text(`level.${level}`)));
  return element("select", { "aria-label": text("manage.level") }, options);
}

function post(table, path, body) {
  return send(`/v1/sessions/${table.id}/${path}`, body, { token: hostToken(table) });
}

/** Gets a new invite code and returns its link and QR code; the device keeps it until somebody joins. */
async function inviteAgain(table, seat) {
  const { invite_code: code } = await post(table, `seats/${seat}/invites`, {});
  saveCodes(table, { ...table.saved.inviteCodes, [seat]: code });
  return inviteRow(table, seat);
}

/** Lets an AI play; an invite code that was issued before no longer works. */
async function replacePlayer(table, seat, level) {
  await post(table, `seats/${seat}/replacements`, { level });
  const { [seat]: used, ...others } = table.saved.inviteCodes;
  saveCodes(table, others);
}

function saveCodes(table, inviteCodes) {
  table.saved = { ...table.saved, inviteCodes };
  saveSession(table.saved);
}
