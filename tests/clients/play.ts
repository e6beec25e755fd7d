// A random game on the generated types: `npx openapi-typescript openapi.yaml -o arbiter.ts` writes the file that is imported here.
import type { components, operations } from "./arbiter";

type Schemas = components["schemas"];
type MovesRequest = operations["makeMoves"]["requestBody"]["content"]["application/json"];
type NewGameRequest = operations["createGame"]["requestBody"]["content"]["application/json"];

async function post<Body, Answer>(address: string, path: string, body: Body): Promise<Answer> {
  const answer = await fetch(address + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    const problem = (await answer.json()) as Schemas["Problem"];
    throw new Error(`${problem.code}: ${problem.detail}`);
  }
  return (await answer.json()) as Answer;
}

export async function play(address: string, seats: number): Promise<number[]> {
  let position = await post<NewGameRequest, Schemas["OrbisPosition"]>(address, "/v1/games/orbis/states", { seats });
  while (position.outcome === null) {
    const moves = position.legal_moves ?? [];
    const move = moves[Math.floor(Math.random() * moves.length)]!;
    position = await post<MovesRequest, Schemas["OrbisPosition"]>(address, "/v1/games/orbis/moves", { state: position.state!, move });
  }
  return position.outcome.scores;
}

// `game` tells the sessions of different games apart: the view has the type of its game.
export function whoLeads(session: Schemas["Session"]): string {
  switch (session.game) {
    case "helios":
      return `round ${session.view.round}`;
    case "orbis":
      return `${session.view.gods.length} gods`;
    case "blue_moon_city":
      return `${session.view.obelisk.length} offerings`;
  }
}

// `type` tells the entries of the log apart: each has exactly its own members.
export function describe(entry: Schemas["LogEntry"]): string {
  switch (entry.type) {
    case "moved":
      return `${entry.seat}: ${entry.move.type}, ${entry.events.length} events`;
    case "archived":
      return `${entry.seat}: ${entry.label}`;
    case "claimed":
      return `${entry.seat} is ${entry.name ?? "nobody"}`;
    case "resigned":
      return `${entry.seat} resigned to ${entry.level}`;
    case "undone":
      return `${entry.to_act} is to act again`;
    default: // Types may be added within /v1.
      return entry.at;
  }
}

// The content and the previews have types of their own.
export function orbitPoints(move: Schemas["HeliosMoveSun"]): number {
  return move.preview?.orbit_points ?? 0;
}

export function mostPoints(game: Schemas["OrbisGameDetail"]): number {
  return Math.max(...game.content.tiles.map((tile) => tile.points));
}
