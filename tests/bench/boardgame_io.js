// Tic-tac-toe on boardgame.io: its server with one of its storages, and clients that use its own transport and wait for every move.
//   node boardgame_io.js serve PORT memory
//   node boardgame_io.js serve PORT flatfile FOLDER
//   node boardgame_io.js serve PORT postgres URL
//   node boardgame_io.js play PORT      reads lines "CLIENTS SECONDS" and answers each with the accepted moves per second
const [mode, port, storage, location] = process.argv.slice(2);
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const DRAWN = [0, 1, 2, 4, 3, 5, 7, 6, 8]; // The cells of a drawn game, in the order of play.

const game = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const isWon = LINES.some((line) => line.every((cell) => G.cells[cell] !== null && G.cells[cell] === G.cells[line[0]]));
    if (isWon) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

function database() {
  if (storage === "flatfile") return new (require("boardgame.io/server").FlatFile)({ dir: location });
  if (storage === "postgres") return new (require("bgio-postgres").PostgresStore)(location, { logging: false });
  return undefined; // boardgame.io's default: in memory.
}

function serve() {
  const { Server, Origins } = require("boardgame.io/server");
  Server({ games: [game], origins: [Origins.LOCALHOST], db: database() }).run(Number(port));
}

const connect = () =>
  new Promise((done) => {
    const options = { transports: ["websocket"], forceNew: true };
    const socket = require("socket.io-client")(`http://127.0.0.1:${port}/${game.name}`, options);
    socket.on("connect", () => done(socket));
  });

// A match and its connection: the server lets a connection follow one match only.
class Match {
  constructor(socket) {
    this.socket = socket;
    this.id = `${process.pid}-${matches++}`;
  }

  // Creates the match and waits until both answers of the server have arrived.
  static async create() {
    const match = new Match(await connect());
    const answers = [match.next("sync"), match.next("matchData")];
    match.socket.emit("sync", match.id, "0", undefined, 2);
    match.state = (await answers[0]).state;
    await answers[1];
    return match;
  }

  next(event) {
    return new Promise((done) => this.socket.once(event, (_, content) => done(content)));
  }

  // Sends one move and waits for the state after it.
  async move(number) {
    const playerID = String(number % 2);
    const payload = { type: "mark", args: [DRAWN[number]], playerID, credentials: undefined };
    const answer = this.next("update");
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, this.state._stateID, this.id, playerID);
    this.state = await answer;
  }
}

// One client plays both sides of match after match; the result is the number of moves accepted until the given time.
async function play(ready, until) {
  for (let total = 0; ; ) {
    const match = ready[Math.floor(total / DRAWN.length)] ?? ready[ready.push(await Match.create()) - 1];
    for (let number = 0; number < DRAWN.length; number++) {
      await match.move(number);
      total += 1;
      if (Date.now() > until) return total;
    }
  }
}

let matches = 0;
const last = {}; // By number of clients: the most moves that one client made in the last run.
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const times = (count, make) => Promise.all(Array.from({ length: count }, make));

// Matches are created before the clock starts, as the sessions of Arbiter are: half as many again as the last run needed.
async function measure(clients, seconds) {
  const needed = 1 + Math.ceil((1.5 * (last[clients] ?? 0)) / DRAWN.length);
  const ready = await times(clients, async () => {
    const created = [];
    while (created.length < needed) created.push(await Match.create());
    return created;
  });
  const began = Date.now();
  const totals = await Promise.all(ready.map((each) => play(each, began + 1000 * seconds)));
  const rate = (1000 * totals.reduce((sum, total) => sum + total)) / (Date.now() - began);
  last[clients] = Math.max(...totals);
  ready.flat().forEach((match) => match.socket.close());
  await pause(200); // The server stores that its clients have left.
  return rate;
}

async function answer() {
  for await (const line of require("readline").createInterface({ input: process.stdin })) {
    console.log(await measure(...line.split(" ").map(Number)));
  }
}

mode === "serve" ? serve() : answer();
