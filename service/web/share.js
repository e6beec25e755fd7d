/** Links to hand on: to watch, to take a seat, to go on elsewhere. What is secret in them stands in the fragment. */

import { link } from "./url_fragment.js";
import { button, element } from "./dom.js";
import { nameOf } from "./player_names.js";
import { text } from "./texts.js";
import { openWindow } from "./dialog.js";

/** Opens the window with every link this device can give. */
export function share(table) {
  const { id: session, kept, position, own } = table;
  const isFree = (seat) => position.seats[seat].kind === "human" && !position.seats[seat].claimed;
  const invites = Object.entries(kept.invites).filter(([seat]) => isFree(Number(seat)));
  openWindow(text("share"),
    invites.map(([seat, invite]) => row(text("share.invite", { name: nameOf(table, Number(seat)) }), link({ session, seat, invite }))),
    row(text("share.watch"), link({ session })),
    own.map((seat) => {
      return row(text("share.move", { name: nameOf(table, seat) }), link({ session, token: kept.seats[seat] }), text("share.secret"));
    }));
}

function row(words, address, warning) {
  const field = element("input", { type: "text", readonly: true, value: address, "aria-label": words });
  const copy = button(text("copy"), async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(address);
      copy.textContent = text("copied");
    } catch {
      field.focus(); // Not allowed here: the text is selected, for the reader to copy.
    }
  });
  const told = element("p", {}, words, warning && element("span", { class: "faint" }, ` ${warning}`));
  return element("div", { class: "link" }, told, element("div", { class: "row" }, field, copy));
}
