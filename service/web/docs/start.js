/**
 * Starts Swagger UI with values that work on this service: before the page is drawn, it creates a session and a job and writes their ids,
 * tokens and moves into the examples of the specification. Without Redis the examples of the specification stay as they are.
 */

const JSON_TYPE = "application/json";
const STORED = "arbiter.docs.session";

async function call(path, { token, body } = {}) {
  const headers = { Accept: JSON_TYPE, ...(body && { "Content-Type": JSON_TYPE }), ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), cache: "no-store" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** The session of this tab, if it can still be played, else a new one. */
async function openSession(request) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED));
    return { made: stored, position: await readPosition(stored) };
  } catch {
    const made = await call("/v1/sessions", { body: request });
    sessionStorage.setItem(STORED, JSON.stringify(made));
    return { made, position: await readPosition(made) };
  }
}

/** The position as the seat to act sees it; throws if the game is over or the seat's token has ended. */
async function readPosition(made) {
  const path = `/v1/sessions/${made.id}`;
  const { to_act: toAct } = await call(path);
  return call(path, { token: made.seats[toAct.seat].token });
}

const examplesOf = (spec, name) => spec.components.requestBodies[name].content[JSON_TYPE].examples;

function exampleValue(spec, name, game) {
  const example = examplesOf(spec, name)[game];
  return (example.$ref ? spec.components.examples[example.$ref.split("/").pop()] : example).value;
}

/** Writes the values of a session and a job into the examples; returns the tokens to authorize with. */
async function fillExamples(spec) {
  const game = spec.components.parameters.Game.example;
  const { made, position } = await openSession(exampleValue(spec, "NewSessionRequest", game));
  const invited = made.seats.find(({ seat }) => seat !== position.seat && !position.seats[seat].claimed) ?? made.seats[position.seat];
  const { parameters } = spec.components;
  parameters.SessionId.example = made.id;
  parameters.IfMatch.example = `"${position.version}"`;
  parameters.SeatNumber.example = position.seat;
  parameters.InvitedSeat.example = invited.seat;
  examplesOf(spec, "ClaimRequest").example.value.invite_code = invited.invite_code;
  examplesOf(spec, "StatusesRequest").example.value.sessions = [{ id: made.id, token: made.seats[position.seat].token }];
  examplesOf(spec, "NewWebhookRequest").example.value.session = made.id;
  spec.components.requestBodies.SessionMovesRequest.content[JSON_TYPE].examples = { [game]: { value: { move: position.legal_moves[0] } } };
  const job = await call(`/v1/games/${game}/ai-moves`, { body: exampleValue(spec, "AiMoveRequest", game) });
  parameters.JobId.example = job.id;
  return { bearer: made.seats[position.seat].token, host: made.host_token };
}

const spec = await call("/openapi.json");
const tokens = await fillExamples(spec).catch(() => ({}));
const page = SwaggerUIBundle({
  spec,
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  onComplete: () => Object.entries(tokens).forEach(([scheme, token]) => page.preauthorizeApiKey(scheme, token)),
});
