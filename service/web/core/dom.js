/** Creates elements without HTML strings: text is never parsed as markup, so names and labels cannot inject any. */

/** Returns an element with attributes, listeners (`onclick`: a function) and children; null, undefined and false are skipped. */
export function element(tag, attributes = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") created.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) created.setAttribute(name, value === true ? "" : value);
  }
  created.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return created;
}

/** Returns a button. */
export function button(label, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, label);
}

/** Replaces the children of an element; the focus moves to the new child with the `data-key` of the focused one. */
export function show(parent, ...children) {
  const key = parent.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  parent.replaceChildren(...children.flat().filter(Boolean));
  if (key !== undefined) parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/** Announces a message to screen readers, through an ARIA live region. */
export function announce(message) {
  document.getElementById("announcements").textContent = message;
}
