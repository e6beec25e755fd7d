/**
 * Packs a few panels into a small box: the list is broken into columns, or into rows, in which the panels keep their order. First all
 * panels get the same scale, as large as possible; then columns with room to spare grow.
 */

const GAP = 6;

/** Nothing gets larger than this in relation to its design size. */
const LARGEST = 1.7;

/** How much a full box counts against a large scale. */
const FULLNESS = 0.05;

const COLUMNS = { along: "width", across: "height", start: "left", begin: "top" };
const ROWS = { along: "height", across: "width", start: "top", begin: "left" };

/** Returns the best packing: a map of panel names to `{left, top, width, height}`. `sizes` maps names to design sizes. */
export function pack(names, sizes, box) {
  let best = { score: 0, places: new Map() };
  for (const groups of partitions(names)) {
    for (const sides of [COLUMNS, ROWS]) {
      const packed = packGroups(groups, sides, sizes, box);
      if (packed.score > best.score) best = packed;
    }
  }
  return best.places;
}

/** Returns every way to break a list into groups without changing its order. */
function partitions(names) {
  return Array.from({ length: 2 ** (names.length - 1) }, (_, breaks) => names.reduce((groups, name, index) => {
    if (index > 0 && breaks & (1 << (index - 1))) groups.push([]);
    groups.at(-1).push(name);
    return groups;
  }, [[]]));
}

function packGroups(groups, { along, across, start, begin }, sizes, box) {
  const gaps = (count) => (count - 1) * GAP;
  const widths = groups.map((group) => Math.max(...group.map((name) => sizes.get(name)[along])));
  const most = groups.map((group) => (box[across] - gaps(group.length)) / sum(group.map((name) => sizes.get(name)[across])));
  const scale = Math.min(LARGEST, ...most, (box[along] - gaps(groups.length)) / sum(widths));
  let spare = box[along] - gaps(groups.length) - scale * sum(widths);
  const scales = widths.map((width, index) => {
    const grown = Math.min(LARGEST, most[index], scale + spare / width);
    spare -= (grown - scale) * width;
    return grown;
  });
  const places = new Map();
  let at = spare / 2;
  groups.forEach((group, index) => {
    const lengths = group.map((name) => sizes.get(name)[across] * scales[index]);
    let down = (box[across] - sum(lengths) - gaps(group.length)) / 2;
    group.forEach((name, number) => {
      const wide = sizes.get(name)[along] * scales[index];
      const left = at + (widths[index] * scales[index] - wide) / 2;
      places.set(name, { [start]: left, [begin]: down, [along]: wide, [across]: lengths[number] });
      down += lengths[number] + GAP;
    });
    at += widths[index] * scales[index] + GAP;
  });
  const area = sum([...places.values()].map(({ width, height }) => width * height));
  return { score: scale + (FULLNESS * area) / (box.width * box.height), places };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
