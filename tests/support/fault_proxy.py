"""A proxy in front of Redis that injects faults: `python -m tests.support.fault_proxy PORT SOCKET` reads commands from standard input.

`delay 0.05` delays every piece of data by so many seconds, `delay 0` ends the delay, `drop` aborts all connections once.
"""

from __future__ import annotations

import asyncio
import sys


class FaultProxy:
    """Forwards connections to a Unix socket."""

    def __init__(self, socket: str) -> None:
        self.socket, self.delay = socket, 0.0
        self.open: set[asyncio.StreamWriter] = set()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Connects one client to the server; closes the connection if the server is not there."""
        try:
            server_reader, server_writer = await asyncio.open_unix_connection(self.socket)
        except OSError:
            writer.close()
            return
        self.open |= {writer, server_writer}
        await asyncio.gather(self.forward(reader, server_writer), self.forward(server_reader, writer))
        self.open -= {writer, server_writer}

    async def forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forwards data until one end closes; then closes the other."""
        try:
            while data := await reader.read(65536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    def execute(self, line: str) -> None:
        """Executes one command."""
        match line.split():
            case ["delay", seconds]:
                self.delay = float(seconds)
            case ["drop"]:
                for writer in self.open:
                    writer.transport.abort()


async def main(port: int, socket: str) -> None:
    """Serves until standard input ends."""
    proxy, loop = FaultProxy(socket), asyncio.get_running_loop()
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", port)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        proxy.execute(line)
    server.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
