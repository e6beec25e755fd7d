/** The tabs of a phone: which part of the board is shown. A tab on which something can be chosen is marked. */

import { button, show } from "../core/dom.js";
import { text } from "../core/texts.js";
import { isPhone, layOut, tabNames } from "./board/layout.js";

/** Draws the tabs. */
export function drawTabs(table) {
  const { tabs } = table.parts;
  tabs.hidden = !isPhone(table.mode);
  if (tabs.hidden) return;
  show(tabs, tabNames(table).map((tab) => {
    const isShown = tab === table.tab;
    const attributes = { "aria-pressed": String(isShown), class: table.litTabs.has(tab) ? "lit" : null, "data-key": `tab-${tab}` };
    return button(text(`tab.${tab}`), () => openTab(table, tab), attributes);
  }));
}

function openTab(table, tab) {
  table.tab = tab;
  layOut(table);
  drawTabs(table);
}
