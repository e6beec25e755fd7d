"""A way to Redis that can be made bad: `python -m tests.support.fault_proxy PORT SOCKET` passes bytes on as standard input tells it.

`delay 0.05` holds every piece back for so long, `drop` cuts all connections once, `delay 0` is a good way again.
"""

from __future__ import annotations

import asyncio
import sys


class Way:
    """All connections, and how bad they are."""

    def __init__(self, socket: str) -> None:
        self.socket, self.delay = socket, 0.0
        self.open: set[asyncio.StreamWriter] = set()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client: a connection of its own to the server, if that is there."""
        try:
            behind = await asyncio.open_unix_connection(self.socket)
        except OSError:
            writer.close()
            return
        self.open |= {writer, behind[1]}
        await asyncio.gather(self.pump(reader, behind[1]), self.pump(behind[0], writer))
        self.open -= {writer, behind[1]}

    async def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Passes bytes on until one end is gone; then the other goes too."""
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

    def obey(self, line: str) -> None:
        """Does what a line of standard input says."""
        match line.split():
            case ["delay", seconds]:
                self.delay = float(seconds)
            case ["drop"]:
                for writer in self.open:
                    writer.transport.abort()


async def main(port: int, socket: str) -> None:
    """Serves until standard input ends."""
    way, loop = Way(socket), asyncio.get_running_loop()
    server = await asyncio.start_server(way.accept, "127.0.0.1", port)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        way.obey(line)
    server.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
