/** Renders the Markdown of the rules as elements: headings, paragraphs, lists, tables, strong, emphasis and code. */

import { element } from "../core/dom.js";

const LIST_ITEM = /^(\s*)([-*]|\d+\.) (.*)$/;

/** Returns the elements of a Markdown text; `depth` is added to the level of its headings. */
export function renderMarkdown(source, depth = 1) {
  const blocks = source.replace(/\r/g, "").split(/\n{2,}/).filter((block) => block.trim());
  return blocks.flatMap((block) => renderBlock(block, depth));
}

function renderBlock(block, depth) {
  const lines = block.split("\n").filter((line) => line.trim());
  const heading = /^(#{1,5}) (.*)$/.exec(lines[0]);
  if (heading) {
    const head = element(`h${Math.min(heading[1].length + depth, 6)}`, {}, inline(heading[2]));
    return lines.length > 1 ? [head, ...renderBlock(lines.slice(1).join("\n"), depth)] : [head];
  }
  if (lines[0].trim().startsWith("|")) return [table(lines)];
  const first = lines.findIndex((line) => LIST_ITEM.test(line));
  if (first > 0) return [paragraph(lines.slice(0, first)), list(lines.slice(first))];
  return [first === 0 ? list(lines) : paragraph(lines)];
}

function paragraph(lines) {
  return element("p", {}, inline(lines.map((line) => line.trim()).join(" ")));
}

/** Returns a list. Lines that are indented deeper belong to the item above: as a continuation of its text or as a nested list. */
function list(lines) {
  const items = [];
  const [, indent, marker] = LIST_ITEM.exec(lines[0]);
  for (const line of lines) {
    const match = LIST_ITEM.exec(line);
    if (match && match[1].length <= indent.length) items.push({ text: [match[3]], nested: [] });
    else if (match || items.at(-1).nested.length) items.at(-1).nested.push(line);
    else items.at(-1).text.push(line.trim());
  }
  const elements = items.map(({ text, nested }) => element("li", {}, inline(text.join(" ")), nested.length ? list(nested) : null));
  return element(/\d/.test(marker) ? "ol" : "ul", {}, elements);
}

function table(lines) {
  const rows = lines.map((line) => line.trim()).filter((line) => !/^\|[\s:|-]+\|$/.test(line)).map((line) => line.slice(1, -1).split("|"));
  const cells = (row, tag) => element("tr", {}, row.map((cell) => element(tag, tag === "th" ? { scope: "col" } : {}, inline(cell.trim()))));
  const body = element("tbody", {}, rows.slice(1).map((row) => cells(row, "td")));
  return element("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": rows[0].join(", ").trim() },
    element("table", {}, element("thead", {}, cells(rows[0], "th")), body));
}

/** Returns the strong, emphasized, code and plain parts of a line; links are reduced to their text. */
function inline(line) {
  const parts = line.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/);
  return parts.filter(Boolean).map((part) => {
    if (part.startsWith("**") && part.length > 4) return element("strong", {}, part.slice(2, -2));
    if (part.startsWith("*") && part.length > 2) return element("em", {}, part.slice(1, -1));
    if (part.startsWith("`") && part.length > 2) return element("code", {}, part.slice(1, -1));
    return part;
  });
}
