/** The picture of a position, taken apart into its panels. */

import { readText } from "../../core/api.js";

const SVG = "http://www.w3.org/2000/svg";
const INHERITED = ["lang", "font-family", "text-anchor", "stroke-linejoin", "stroke-linecap"];

/** Returns the panels of a session's board at a version: a map of names to SVG elements of this document. */
export async function fetchPanels(session, token, version, names) {
  const query = new URLSearchParams({ style: false, header: false, version, panels: names.join(",") });
  return takeApart(await readText(`/v1/sessions/${session}/board.svg?${query}`, "image/svg+xml", token));
}

/** Returns the panels of a picture. Every panel becomes an SVG element of its own, with the size in units as its view box. */
function takeApart(source) {
  const picture = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  return new Map([...picture.querySelectorAll("[id^=panel-]")].map((group) => [group.id.slice("panel-".length), panelOf(picture, group)]));
}

function panelOf(picture, group) {
  const panel = document.createElementNS(SVG, "svg");
  const { width, height } = group.dataset;
  panel.setAttribute("viewBox", `0 0 ${width} ${height}`);
  panel.setAttribute("class", "board panel-picture");
  panel.setAttribute("role", "group");
  for (const name of INHERITED) if (picture.hasAttribute(name)) panel.setAttribute(name, picture.getAttribute(name));
  group.removeAttribute("transform");
  panel.append(document.importNode(group, true));
  return panel;
}

/** Returns the size of a panel in units. */
export function sizeOf(panel) {
  const { width, height } = panel.viewBox.baseVal;
  return { width, height };
}
