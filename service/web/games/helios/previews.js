/** What a move of Helios costs, gains and ends, in short lines for the reader. */

/** Returns short texts about the consequences of a listed move; `game` is the document of the catalogue in the reader's language. */
export function previewLines(move, text, game) {
  const describe = DESCRIPTIONS[move.type];
  return describe && move.preview ? describe(move, { text, game }) : [];
}

/** Returns "warning" if the move wastes or gives up something, "plain" otherwise. */
export function previewTone(move) {
  const preview = move.preview ?? {};
  const isOverpaid = preview.replaced > 0;
  const losesCubes = preview.cubes_returned?.length > 0;
  const lightsNothing = move.type === "move_sun" && !preview.lights?.length && !preview.orbit_points;
  return isOverpaid || losesCubes || lightsNothing || move.type === "decline" ? "warning" : "plain";
}

const DESCRIPTIONS = {
  move_sun: describeSun,
  take_action: describeAction,
  lay_tile: describeLaying,
  lay_drawn: describeLaying,
  build_temple: describePrice,
  build_building: describePrice,
  activate_character: describePrice,
  pay_cube: describePayment,
  place_temple: describeTemple,
  buy_character: describePurchase,
  trade_mana: describeTrade,
  decline: (move, { text }) => [text("preview.declined")],
};

function describeSun({ preview }, { text }) {
  const lines = [text("preview.steps", { count: preview.path.length })];
  if (preview.orbit) lines.push(text("preview.orbit", { points: preview.orbit_points }));
  const cubes = preview.lights.filter((light) => light.gains === "cube").map((light) => light.color);
  const scarce = preview.lights.filter((light) => light.gains === "cube_if_chosen").map((light) => light.color);
  const points = preview.lights.reduce((sum, light) => sum + (light.points ?? 0), 0);
  if (cubes.length) lines.push(text("preview.lit_cubes", { cubes: counted(cubes, text) }));
  if (scarce.length) lines.push(text("preview.scarce_cubes", { cubes: [...new Set(scarce)].map((color) => cubeName(color, text)).join(", ") }));
  if (points) lines.push(text("preview.lit_temples", { points }));
  if (!preview.lights.length) lines.push(text("preview.lit_nothing"));
  return lines;
}

function describeAction({ preview }, { text }) {
  const lines = [text("preview.under_slot", { count: preview.tiles_under_slot })];
  if (preview.earns_bonus_action) lines.push(text("preview.bonus_action"));
  return lines;
}

function describeLaying({ preview }, { text, game }) {
  const lines = [];
  if (preview.cube) lines.push(text("preview.with_cube", { cube: cubeName(preview.cube, text) }));
  if (preview.bonus_cube) lines.push(text("preview.cube_field"));
  if (preview.mana) lines.push(text("preview.mana_field", { mana: preview.mana }));
  const points = preview.edge_fields.length * game.content.components.scores.edge;
  if (points) lines.push(text("preview.edge_field", { points }));
  return lines;
}

/** A temple, a city building or the activation of a character. */
function describePrice(move, { text, game }) {
  const { preview } = move;
  const lines = [text("preview.costs", { cost: costText(preview, text) })];
  if (preview.replaced) lines.push(text("preview.replaced", { count: preview.replaced }));
  if (preview.track) lines.push(text("preview.track", { count: preview.track }));
  if (preview.mana) lines.push(text("preview.mana", { mana: preview.mana }));
  if (preview.bonus_cubes) lines.push(text("preview.bonus_cubes", { count: preview.bonus_cubes }));
  if (game.content.buildings[move.building]?.function === "unlimited_sun") lines.push(text("preview.no_orbits"));
  if (move.type === "build_building") lines.push(text("preview.points_at_end", { points: preview.points }));
  if (move.type === "activate_character") lines.push(text("preview.points_now", { points: preview.points }));
  return lines;
}

function describePayment({ preview }, { text }) {
  const isPaid = !preview.required.length && !preview.any;
  return [isPaid ? text("preview.paid") : text("preview.still_to_pay", { cost: costText(preview, text) })];
}

function describeTemple({ preview }, { text }) {
  const lines = [text("preview.mana", { mana: preview.mana })];
  if (preview.cubes_returned.length) lines.push(text("preview.returned", { cubes: counted(preview.cubes_returned, text) }));
  return lines;
}

function describePurchase({ preview }, { text }) {
  return [text("preview.costs_mana", { mana: preview.mana }), text("preview.points_once_active", { points: preview.points })];
}

function describeTrade({ mana, preview }, { text }) {
  return mana ? [text("preview.trade", { mana, points: preview.points })] : [];
}

/** The coloured cubes of a cost, alternatives joined by "or", and the number of cubes of any colour. */
function costText({ required, any }, text) {
  const parts = required.map((choices) => choices.map((color) => cubeName(color, text)).join(` ${text("preview.or")} `));
  if (any) parts.push(text("preview.any", { count: any }));
  return parts.join(", ");
}

/** The names of cubes, equal ones counted. */
function counted(colors, text) {
  const kinds = [...new Set(colors)];
  return kinds.map((kind) => {
    const count = colors.filter((color) => color === kind).length;
    return count > 1 ? `${count} × ${cubeName(kind, text)}` : cubeName(kind, text);
  }).join(", ");
}

function cubeName(color, text) {
  return text(`preview.cube.${color}`);
}
