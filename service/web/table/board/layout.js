/** Where the panels go: everything at once on large screens, one tab at a time on phones. */

import { arrangeBest, partitions, row, space } from "./arrangement.js";
import { placeCells, sizesOf } from "./stage.js";

/** The tabs of a phone: what all share, what the viewing seat owns, and the other players. */
export const TABS = ["table", "mine", "others"];

const SUMMARY_PROPORTION = 184 / 130;
const SUMMARIES_IN_A_ROW = 3;

/** Returns how the screen is used: `wide` with a rail, `medium` without it, or a phone, `tall` or `flat`. */
export function screenMode() {
  if (innerHeight < 500) return "flat";
  if (innerWidth < 820) return "tall";
  return innerWidth < 1200 || innerHeight < 600 ? "medium" : "wide";
}

/** Returns whether only one tab is shown at a time. */
export function isPhone(mode) {
  return mode === "tall" || mode === "flat";
}

/** Returns the names of all panels that the table shows; `*` in the names of a game stands for the viewing seat. */
export function panelNames(table) {
  return [...new Set(TABS.flatMap((tab) => namesOnTab(table, tab)))];
}

/** Returns the names of the panels on a tab, in order. */
export function namesOnTab(table, tab) {
  if (tab === "others") return summariesOf(table);
  return table.look.tabs[tab].map((name) => named(table, name));
}

/** Returns the tabs that show a panel. */
export function tabsOf(table, panel) {
  return TABS.filter((tab) => namesOnTab(table, tab).includes(panel));
}

/** Places all panels on the stage for the present screen and tab. */
export function layOut(table) {
  const { stage } = table.parts;
  const [box, sizes] = [{ width: stage.clientWidth, height: stage.clientHeight }, sizesOf(stage)];
  if (!box.width || !box.height || !sizes.size) return;
  if (!isPhone(table.mode)) return placeCells(stage, arrangeBest(largeScreen(table), sizes, box), new Set(sizes.keys()));
  const places = new Map();
  for (const tab of [...TABS.filter((each) => each !== table.tab), table.tab]) {
    const names = namesOnTab(table, tab).filter((name) => sizes.has(name));
    if (names.length) for (const [name, place] of arrangeBest(partitions(names), sizes, box)) places.set(name, place);
  }
  placeCells(stage, places, new Set(namesOnTab(table, table.tab)));
}

function largeScreen(table) {
  const summaries = summariesOf(table);
  const missing = Math.max(0, SUMMARIES_IN_A_ROW - summaries.length);
  const others = row(...summaries, ...Array(missing).fill(space(SUMMARY_PROPORTION)));
  return table.look.arrangements({ own: (name) => named(table, `${name}-*`), others, summaries });
}

function summariesOf(table) {
  const own = table.seat ?? 0;
  const count = table.position.seats.length;
  return Array.from({ length: count - 1 }, (_, offset) => `summary-${(own + offset + 1) % count}`);
}

function named(table, name) {
  return name.replace("*", table.seat ?? 0);
}
