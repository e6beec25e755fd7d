/** A small Markdown reader for the rules: headings, paragraphs, lists, tables, strong, emphasis, code. It makes elements, never markup. */

import { element } from "./dom.js";

/** The elements of a text; `depth` is added to the level of its headings. */
export function rendered(source, depth = 1) {
  const blocks = source.replace(/\r/g, "").split(/\n{2,}/).filter((block) => block.trim());
  return blocks.flatMap((block) => blockOf(block, depth));
}

function blockOf(block, depth) {
  const lines = block.split("\n").filter((line) => line.trim());
  const heading = /^(#{1,5}) (.*)$/.exec(lines[0]);
  if (heading) {
    const head = element(`h${Math.min(heading[1].length + depth, 6)}`, {}, inline(heading[2]));
    return lines.length > 1 ? [head, ...blockOf(lines.slice(1).join("\n"), depth)] : [head];
  }
  if (lines[0].trim().startsWith("|")) return [table(lines)];
  const first = lines.findIndex((line) => LIST.test(line));
  if (first > 0) return [paragraph(lines.slice(0, first)), list(lines.slice(first))];
  return [first === 0 ? list(lines) : paragraph(lines)];
}

const LIST = /^(\s*)([-*]|\d+\.) (.*)$/;

function paragraph(lines) {
  return element("p", {}, inline(lines.map((line) => line.trim()).join(" ")));
}

/** A list; deeper lines belong to the item above them, as more of its words or as a list of their own. */
function list(lines) {
  const items = [];
  const [, indent, marker] = LIST.exec(lines[0]);
  for (const line of lines) {
    const found = LIST.exec(line);
    if (found && found[1].length <= indent.length) items.push({ words: [found[3]], below: [] });
    else if (found || items.at(-1).below.length) items.at(-1).below.push(line);
    else items.at(-1).words.push(line.trim());
  }
  const made = items.map(({ words, below }) => element("li", {}, inline(words.join(" ")), below.length ? list(below) : null));
  return element(/\d/.test(marker) ? "ol" : "ul", {}, made);
}

function table(lines) {
  const rows = lines.map((line) => line.trim()).filter((line) => !/^\|[\s:|-]+\|$/.test(line)).map((line) => line.slice(1, -1).split("|"));
  const cells = (row, tag) => element("tr", {}, row.map((cell) => element(tag, tag === "th" ? { scope: "col" } : {}, inline(cell.trim()))));
  const body = element("tbody", {}, rows.slice(1).map((row) => cells(row, "td")));
  return element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": rows[0].join(", ").trim() },
    element("table", {}, element("thead", {}, cells(rows[0], "th")), body));
}

/** Strong, emphasis and code inside a line; a link shows its words. */
function inline(line) {
  const parts = line.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/);
  return parts.filter(Boolean).map((part) => {
    if (part.startsWith("**") && part.length > 4) return element("strong", {}, part.slice(2, -2));
    if (part.startsWith("*") && part.length > 2) return element("em", {}, part.slice(1, -1));
    if (part.startsWith("`") && part.length > 2) return element("code", {}, part.slice(1, -1));
    return part;
  });
}
