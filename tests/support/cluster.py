"""A Redis Cluster of three masters on this machine, each started from the binary of the embedded Redis."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import redis

from service.operations.embedded_redis import answers
from service.operations.redis_binary import find_binary
from service.operations.supervisor import die_with_parent
from tests.support.ports import free_port
from tests.support.waiting import PATIENCE, eventually

SLOTS = 16384


class Cluster:
    """Three servers that share the slots; when one is down, only its slots are unavailable. Use it in a `with` block."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports = [free_port() for _ in range(3)]
        self.buses = [free_port() for _ in range(3)]
        self.nodes: list[subprocess.Popen[bytes]] = []
        self.url = f"redis+cluster://127.0.0.1:{self.ports[0]}"

    def __enter__(self) -> Cluster:
        for number in range(3):
            (self.folder / f"node{number}").mkdir()
            self.nodes.append(self.start(number))
        eventually(lambda: all(answers(self.address(number)) for number in range(3)))
        self._introduce()
        eventually(lambda: all(self._is_whole(number) for number in range(3)))
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            node.terminate()
        for node in self.nodes:
            node.wait(timeout=PATIENCE)

    def address(self, number: int) -> str:
        """The URL of one server."""
        return f"redis://127.0.0.1:{self.ports[number]}"

    def start(self, number: int) -> subprocess.Popen[bytes]:
        """Starts a server on its data directory."""
        folder = self.folder / f"node{number}"
        settings = {
            "port": str(self.ports[number]),
            "cluster-port": str(self.buses[number]),
            "bind": "127.0.0.1",
            "dir": str(folder),
            "cluster-enabled": "yes",
            "cluster-node-timeout": "1000",
            "cluster-require-full-coverage": "no",
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
        }
        command = [find_binary(), *(part for name, value in settings.items() for part in (f"--{name}", value))]
        with open(folder / "log", "ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, preexec_fn=die_with_parent)

    def kill(self, number: int) -> None:
        """Kills a server."""
        self.nodes[number].send_signal(signal.SIGKILL)
        self.nodes[number].wait(timeout=PATIENCE)

    def _introduce(self) -> None:
        for number in range(3):
            with redis.Redis.from_url(self.address(number)) as client:
                client.execute_command("CLUSTER ADDSLOTS", *range(number * SLOTS // 3, (number + 1) * SLOTS // 3))
                client.execute_command("CLUSTER MEET", "127.0.0.1", self.ports[0], self.buses[0])

    def _is_whole(self, number: int) -> bool:
        with redis.Redis.from_url(self.address(number), decode_responses=True) as client:
            known = client.execute_command("CLUSTER INFO")
        expected = {"cluster_state": "ok", "cluster_slots_ok": str(SLOTS), "cluster_size": "3"}
        return all(known[name] == value for name, value in expected.items())
