// Requests that the generated types accept, and requests that they reject: below each `@ts-expect-error` the compiler has to find an error.
import type { components, operations } from "./arbiter";

type Schemas = components["schemas"];
type MovesRequest = operations["makeMoves"]["requestBody"]["content"]["application/json"];
type ViewRequest = operations["viewState"]["requestBody"]["content"]["application/json"];
type SessionMovesRequest = operations["makeSessionMoves"]["requestBody"]["content"]["application/json"];
type NewSessionRequest = operations["createSession"]["requestBody"]["content"]["application/json"];

declare const orbis: Schemas["OrbisState"];
declare const helios: Schemas["HeliosState"];
declare const takeRegion: Schemas["OrbisMove"];
declare const moveSun: Schemas["HeliosMoveSun"];

export const accepted: MovesRequest[] = [
  { state: orbis, move: takeRegion },
  { state: orbis, moves: [takeRegion, takeRegion], seat: 1 },
  { state: helios, move: moveSun },
  { state: helios, move: { type: "move_sun", field: 3, orbit: false } },
  { token: "sealed", move: takeRegion, seat_key: "secret" },
  { token: "sealed", moves: [moveSun], seat_keys: ["secret", "other"] },
];

// @ts-expect-error An empty body.
export const empty: MovesRequest = {};

// @ts-expect-error The state of one game and a move of another.
export const mixed: MovesRequest = { state: helios, move: takeRegion };

// @ts-expect-error The state of one game and a list of moves of another.
export const mixedList: MovesRequest = { state: orbis, moves: [moveSun] };

// @ts-expect-error No move.
export const withoutMove: MovesRequest = { state: orbis };

// @ts-expect-error No position.
export const withoutState: MovesRequest = { move: takeRegion };

// @ts-expect-error Not a move at all.
export const notAMove: MovesRequest = { state: orbis, move: "first" };

// @ts-expect-error A member that this move does not have.
export const unknownMember: MovesRequest = { state: helios, move: { type: "move_sun", field: 3, orbit: false, slot: 4 } };

// @ts-expect-error An empty body.
export const emptyView: ViewRequest = {};

// @ts-expect-error An empty body.
export const emptySessionMoves: SessionMovesRequest = {};

export const session: NewSessionRequest = { game: "orbis", seats: [{ kind: "human" }, { kind: "ai", level: "hard" }], options: { first_seat: "random" } };

// @ts-expect-error An option of another game.
export const wrongOption: NewSessionRequest = { game: "orbis", seats: [{ kind: "human" }], options: { expansion: true } };

// @ts-expect-error A level that does not exist.
export const wrongLevel: NewSessionRequest = { game: "helios", seats: [{ kind: "ai", level: "godlike" }] };
