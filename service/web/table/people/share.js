/** Links to the game: for spectators, for invited players, and for the same player on another device. Secrets are in the fragment only. */

import { openDialog } from "../../core/dialog.js";
import { button, element } from "../../core/dom.js";
import { text } from "../../core/texts.js";
import { absoluteLink } from "../../core/url_fragment.js";
import { playerName } from "./player_names.js";
import { qrCode } from "./qr_code.js";

/** Opens a dialog with every link that this device can share. */
export function openShareDialog(table) {
  const { id: session, saved, position, ownSeats } = table;
  const invites = position.seats.filter((seat) => isInvited(table, seat));
  openDialog(text("share"),
    invites.map(({ seat }) => inviteRow(table, seat)),
    linkRow(text("share.watch"), absoluteLink({ session })),
    ownSeats.map((seat) => {
      const link = absoluteLink({ session, token: saved.tokens[seat] });
      return linkRow(text("share.move", { name: playerName(table, seat) }), link, text("share.secret"));
    }));
}

/** Returns whether this device has an invite code with which somebody can still take the seat. */
export function isInvited({ saved }, { seat, kind, claimed }) {
  return saved.inviteCodes[seat] !== undefined && (kind === "ai" || !claimed);
}

/** Returns the invite link of a seat, its code to type, and its QR code to scan. */
export function inviteRow(table, seat) {
  const invite = table.saved.inviteCodes[seat];
  const link = absoluteLink({ session: table.id, seat, invite });
  const code = element("p", {}, `${text("share.code")} `, element("strong", { class: "code" }, invite));
  return element("section", {}, linkRow(text("share.invite", { name: playerName(table, seat) }), link), code, qrCode(link));
}

function linkRow(label, link, warning) {
  const field = element("input", { type: "text", readonly: true, value: link, "aria-label": label });
  const copy = button(text("copy"), async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      copy.textContent = text("copied");
    } catch {
      field.focus(); // Without access to the clipboard, the link is selected for the user to copy.
    }
  });
  const caption = element("p", {}, label, warning && element("span", { class: "muted" }, ` ${warning}`));
  return element("div", { class: "link" }, caption, element("div", { class: "row" }, field, copy));
}
