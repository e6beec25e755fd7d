/** Where the panels go: everything at once on large screens, one tab at a time on phones. */

import { arrange, bestTree, grid } from "./arrangement.js";
import { pack } from "./packing.js";
import { placeCells, sizesOf } from "./stage.js";

const OTHERS = "others";
const SUMMARIES_IN_A_ROW = 3;
const FLOATING_SCALE = 1.4;

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

/** Returns the tabs of a phone; the last one shows the other players. */
export function tabNames(table) {
  return [...Object.keys(tabsOfGame(table)), OTHERS];
}

/** Returns the names of all panels that the table shows. */
export function panelNames(table) {
  return [...new Set([...tabNames(table).flatMap((tab) => namesOnTab(table, tab)), ...Object.keys(table.look.floating)])];
}

/** Returns the names of the panels on a tab, in order; `*` in the names of a game stands for the viewing seat. */
function namesOnTab(table, tab) {
  return tab === OTHERS ? summariesOf(table) : tabsOfGame(table)[tab].map((name) => named(table, name));
}

/** Returns the tabs that show a panel: every tab shows a floating one. */
export function tabsOf(table, panel) {
  return panel in table.look.floating ? tabNames(table) : tabNames(table).filter((tab) => namesOnTab(table, tab).includes(panel));
}

function tabsOfGame({ look, mode }) {
  return look.tabs[mode] ?? look.tabs.tall;
}

/** Places all panels on the stage for the present screen and tab, unless it still shows the board as another seat on this device sees it. */
export function layOut(table) {
  const { stage } = table.parts;
  const [box, sizes] = [{ width: stage.clientWidth, height: stage.clientHeight }, sizesOf(stage)];
  if (!box.width || !box.height || !summariesOf(table).every((name) => sizes.has(name))) return;
  const shown = new Set(isPhone(table.mode) ? namesOnTab(table, table.tab) : sizes.keys());
  const places = isPhone(table.mode) ? placesOnTabs(table, sizes, box) : placesOnScreen(table, sizes, box);
  for (const [name, covered] of Object.entries(table.look.floating)) {
    if (!sizes.has(name)) continue;
    const below = covered.map((each) => named(table, each)).find((each) => shown.has(each) && places.has(each));
    places.set(name, floatOver(places.get(below) ?? { left: 0, top: 0, ...box }, sizes.get(name), box));
    shown.add(name);
  }
  placeCells(stage, places, shown, Object.keys(table.look.floating));
}

/** Keeps its arrangement while the screen stays the same: nothing jumps when a panel grows. */
function placesOnScreen(table, sizes, box) {
  const screen = `${box.width} x ${box.height}, ${table.seat}`;
  if (table.arrangement?.screen !== screen) {
    const importance = Object.fromEntries(Object.entries(table.look.importance).map(([name, factor]) => [named(table, name), factor]));
    table.arrangement = { screen, tree: bestTree(largeScreen(table, sizes), sizes, box, importance) };
  }
  return arrange(table.arrangement.tree, sizes, box);
}

/** The panels of hidden tabs get a place too, so that their pieces can be measured. */
function placesOnTabs(table, sizes, box) {
  const places = new Map();
  for (const tab of [...tabNames(table).filter((each) => each !== table.tab), table.tab]) {
    const names = namesOnTab(table, tab).filter((name) => sizes.has(name));
    if (!names.length) continue;
    for (const [name, place] of pack(names, sizes, box)) places.set(name, place);
  }
  return places;
}

/** Returns a place over another panel, as large as that one allows, but not smaller than designed if the stage has room. */
function floatOver({ left, top, width, height }, size, stage) {
  const fitting = Math.max(1, Math.min(width / size.width, height / size.height, FLOATING_SCALE));
  const scale = Math.min(fitting, stage.width / size.width, stage.height / size.height);
  const [wide, high] = [size.width * scale, size.height * scale];
  const centred = (start, room, length, end) => Math.min(Math.max(0, start + (room - length) / 2), end - length);
  return { left: centred(left, width, wide, stage.width), top: centred(top, height, high, stage.height), width: wide, height: high };
}

function largeScreen(table, sizes) {
  const summaries = summariesOf(table);
  const { width, height } = sizes.get(summaries[0]);
  const inRows = (parts, columns) => grid(parts, columns, width / height);
  const [own, others] = [(name) => named(table, `${name}-*`), inRows(summaries, SUMMARIES_IN_A_ROW)];
  return table.look.arrangements({ own, others, summaries, inRows });
}

function summariesOf(table) {
  const own = table.seat ?? 0;
  const count = table.position.seats.length;
  return Array.from({ length: count - 1 }, (_, offset) => `summary-${(own + offset + 1) % count}`);
}

function named(table, name) {
  return name.replace("*", table.seat ?? 0);
}
