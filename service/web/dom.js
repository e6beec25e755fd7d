/** Elements without markup in strings: text is always text, so nothing that people write can become part of the page. */

/** An element with attributes, listeners (`onclick`: a function) and children; what is null or false is left out. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A button that does something. */
export function button(words, act, attributes = {}) {
  return element("button", { type: "button", onclick: act, ...attributes }, words);
}

/** Puts the children in place of whatever the parent held; focus stays on what had it, by its `data-key`. */
export function show(parent, ...children) {
  const key = parent.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  parent.replaceChildren(...children.flat().filter(Boolean));
  if (key !== undefined) parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/** Tells those who do not look at the screen. */
export function say(words) {
  document.getElementById("said").textContent = words;
}
