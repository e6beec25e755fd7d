// A random game on the generated types: `npx openapi-typescript openapi.yaml -o arbiter.ts` writes the file that is imported here.
// The types know every game: a move of Orbis cannot be sent to Helios, and a seat's decision is told apart by its `type`.
import type { components, paths } from "./arbiter";

type Position = components["schemas"]["Position"];
type OrbisPosition = components["schemas"]["OrbisPosition"];
type Problem = components["schemas"]["Problem"];
type NewGame = paths["/v1/games/{game}/states"]["post"]["requestBody"]["content"]["application/json"];
type Moves = paths["/v1/games/{game}/moves"]["post"]["requestBody"]["content"]["application/json"];

async function post<Body, Answer>(address: string, path: string, body: Body): Promise<Answer> {
  const answer = await fetch(address + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    const problem = (await answer.json()) as Problem;
    throw new Error(`${problem.code}: ${problem.detail}`);
  }
  return (await answer.json()) as Answer;
}

export async function play(address: string, seats: number): Promise<number[]> {
  let position = await post<NewGame, OrbisPosition>(address, "/v1/games/orbis/states", { seats });
  while (position.outcome === null) {
    const moves = position.legal_moves ?? [];
    const move = moves[Math.floor(Math.random() * moves.length)]!;
    position = await post<Moves, OrbisPosition>(address, "/v1/games/orbis/moves", { state: position.state!, move });
  }
  return position.outcome.scores;
}

export function isHelios(position: Position): boolean {
  switch (position.game) {
    case "helios":
      return true;
    case "orbis":
    case "blue_moon_city":
      return false;
  }
}
