/** Modal dialogs: native dialog elements, which trap the focus and close on Escape. */

import { button, element } from "./dom.js";
import { text } from "./texts.js";

/** Opens a modal dialog and returns it; closing it removes it from the page. */
export function openDialog(title, ...children) {
  const dialog = element("dialog", { "aria-label": title, onclose: () => dialog.remove() },
    element("header", { class: "row" }, element("h2", {}, title), button(text("close"), () => dialog.close(), { class: "secondary" })),
    ...children);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks for confirmation and calls `onConfirm` if the answer is yes. */
export function confirmDialog(question, onConfirm) {
  const dialog = openDialog(question, element("p", { class: "row" },
    button(text("yes"), () => {
      dialog.close();
      onConfirm();
    }, { class: "primary" }),
    button(text("no"), () => dialog.close())));
}

/** Closes every open dialog. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}
