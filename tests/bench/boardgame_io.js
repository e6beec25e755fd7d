// Tic-tac-toe on boardgame.io: its server as it comes, and clients that speak its own transport and wait for each move to be accepted.
//   node boardgame_io.js serve PORT
//   node boardgame_io.js play PORT      reads lines of CLIENTS SECONDS, answers each with the moves per second
const [mode, port] = process.argv.slice(2);
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const DRAWN = [0, 1, 2, 4, 3, 5, 7, 6, 8];

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

function serve() {
  const { Server, Origins } = require("boardgame.io/server");
  Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(port));
}

const connect = () =>
  new Promise((done) => {
    const options = { transports: ["websocket"], forceNew: true };
    const socket = require("socket.io-client")(`http://127.0.0.1:${port}/${game.name}`, options);
    socket.on("connect", () => done(socket));
  });

// One client plays both sides of game after game; gives how many moves were accepted.
let games = 0;
function play(socket, until) {
  let match, made, total = 0;
  const begin = () => {
    match = `${process.pid}-${games++}`;
    made = 0;
    socket.emit("sync", match, "0", undefined, 2);
  };
  const move = (state) => {
    const playerID = String(made % 2);
    const payload = { type: "mark", args: [DRAWN[made]], playerID, credentials: undefined };
    socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, match, playerID);
  };
  return new Promise((done) => {
    socket.on("sync", (_, { state }) => move(state));
    socket.on("update", (_, state) => {
      total += 1;
      made += 1;
      if (Date.now() > until) {
        socket.close();
        done(total);
      } else if (made < DRAWN.length) move(state);
      else begin();
    });
    begin();
  });
}

async function measure(clients, seconds) {
  const sockets = await Promise.all(Array.from({ length: clients }, connect));
  const began = Date.now();
  const totals = await Promise.all(sockets.map((socket) => play(socket, began + 1000 * seconds)));
  return (1000 * totals.reduce((sum, total) => sum + total)) / (Date.now() - began);
}

async function obey() {
  for await (const line of require("readline").createInterface({ input: process.stdin })) {
    console.log(await measure(...line.split(" ").map(Number)));
  }
}

mode === "serve" ? serve() : obey();
