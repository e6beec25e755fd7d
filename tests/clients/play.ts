// Random games on the generated types: `npx openapi-typescript openapi.yaml -o arbiter.ts` writes the file that is imported here.
import type { components, operations } from "./arbiter";

type Schemas = components["schemas"];
type MovesRequest = operations["makeMoves"]["requestBody"]["content"]["application/json"];
type SessionMovesRequest = operations["makeSessionMoves"]["requestBody"]["content"]["application/json"];
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

// Plays a seat of a session: follows its positions and moves when it has legal moves. One call for each own move, and one feed.
export async function playSeat(address: string, id: string, token: string): Promise<number[] | undefined> {
  const path = `${address}/v1/sessions/${id}`;
  const headers = { Authorization: `Bearer ${token}` };
  let position = (await (await fetch(path, { headers })).json()) as Schemas["Session"];
  while (position.outcome === null) {
    for await (const next of positions(`${path}/events?include=position&since=${position.version}`, headers, position)) {
      position = next;
      const moves = position.legal_moves ?? [];
      if (moves.length === 0) continue;
      const body: SessionMovesRequest = { move: moves[Math.floor(Math.random() * moves.length)]! };
      await fetch(`${path}/moves?legal_moves=false`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json", "If-Match": `"${position.version}"` },
        body: JSON.stringify(body),
      }); // 412: the session has changed since, and its next position is on its way.
    }
  }
  return position.outcome?.scores;
}

// The given position and the one after every change, until the feed or the game ends.
async function* positions(url: string, headers: Record<string, string>, first: Schemas["Session"]): AsyncGenerator<Schemas["Session"]> {
  yield first;
  const feed = (await fetch(url, { headers: { ...headers, Accept: "application/x-ndjson" } })).body!.pipeThrough(new TextDecoderStream());
  const reader = feed.getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (text + part.value).split("\n");
    text = lines.pop()!;
    for (const line of lines.filter((each) => each.trim())) {
      const { position } = JSON.parse(line) as Schemas["LogEntry"];
      if (position) yield position;
      if (position?.outcome) return await reader.cancel();
    }
  }
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
