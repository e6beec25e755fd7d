/** Windows above the page: native dialogs, which keep the focus and close by Escape. */

import { button, element } from "./dom.js";
import { text } from "./texts.js";

/** Opens a window and returns it; it is gone once closed. */
export function openWindow(title, ...children) {
  const dialog = element("dialog", { "aria-label": title, onclose: () => dialog.remove() },
    element("header", { class: "row" }, element("h2", {}, title), button(text("close"), () => dialog.close(), { class: "quiet" })),
    ...children);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks before something that cannot be taken back. */
export function confirmed(question, act) {
  const dialog = openWindow(question, element("p", { class: "row" },
    button(text("yes"), () => {
      dialog.close();
      act();
    }, { class: "main" }),
    button(text("no"), () => dialog.close())));
}

/** Closes whatever is open. */
export function closeWindows() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}
