/** A menu of moves at the pointer, for moves that share piece and place, and for a move that the player may regret. */

import { button, element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { indexesOf, moveFocus } from "./moves.js";
import { lineElements, linesOf } from "./previews.js";

/** Opens a menu of moves with what each costs and brings; Escape and clicks outside close it. */
export function openMenu(table, moves, { clientX, clientY }, question = text("moves.which")) {
  closeMenu();
  const opener = document.activeElement;
  const make = (move) => {
    closeMenu();
    table.actions.make(move);
  };
  const items = moves.map((move) => {
    const content = [element("span", {}, move.label), ...lineElements(linesOf(table, move))];
    return element("li", {}, button(content, () => make(move), { class: "choice", "data-moves": indexesOf(table, [move]) }));
  });
  const menu = element("div", { class: "menu", id: "menu", role: "dialog", "aria-label": question, onkeydown: moveFocus },
    element("p", {}, question), element("ul", { class: "plain choices" }, items),
    button(text("cancel"), () => {
      closeMenu();
      opener?.focus();
    }, { class: "secondary" }));
  menu.classList.toggle("many", moves.length > 6);
  document.body.append(menu);
  menu.style.left = `${Math.max(8, Math.min(clientX, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(clientY, innerHeight - menu.offsetHeight - 8))}px`;
  menu.querySelector("button").focus();
}

/** Closes the menu if it is open; returns whether it was. */
export function closeMenu() {
  const menu = document.getElementById("menu");
  menu?.remove();
  return menu !== null;
}

document.addEventListener("pointerdown", (event) => !event.target.closest("#menu") && closeMenu());
