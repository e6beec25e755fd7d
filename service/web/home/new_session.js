/** Starts games: one against an AI player, a lesson, or one that was set up in detail. */

import { LESSON_SEEDS } from "../coach/steps.js";
import { send } from "../core/api.js";
import { saveSession } from "../core/storage.js";
import { navigate } from "../core/url_fragment.js";
import { choices } from "./choices.js";

/** Starts a game of two against an AI player of the level that was chosen last. */
export function startQuickGame(game) {
  return startSession({ game, seats: [own(), { kind: "ai", level: choices.level }], options: { first_seat: 0 } });
}

/** Starts the guided game: always the same one, against an easy AI player. */
export function startLesson(game) {
  const seats = [own(), { kind: "ai", level: "easy" }];
  return startSession({ game, seats, options: { first_seat: 0 }, seed: LESSON_SEEDS[game] }, { step: 0 });
}

function own() {
  const name = choices.names[0].trim();
  return name ? { kind: "human", name } : { kind: "human" };
}

/** Starts a game and opens its table: saves tokens of the seats that are played here and invite codes of invited players. */
export async function startSession(body, lesson = null) {
  const { id, game, host_token: hostToken, seats } = await send("/v1/sessions", body);
  const secrets = (kind, secret) => {
    return Object.fromEntries(seats.filter((seat) => seat.kind === kind).map((seat) => [seat.seat, seat[secret]]));
  };
  const [tokens, inviteCodes] = [secrets("human", "token"), secrets("invited", "invite_code")];
  saveSession({ id, game, hostToken, tokens, inviteCodes, lesson });
  navigate({ session: id });
}
