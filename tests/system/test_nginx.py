"""Behind a real nginx with default settings: feeds arrive at once, and resume after a restart of the proxy."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from service.operations.supervisor import die_with_parent
from tests.support.http_client import HttpClient
from tests.support.ports import free_port
from tests.support.server import await_port
from tests.support.tables import Table, new_table
from tests.support.waiting import PATIENCE

pytestmark = [pytest.mark.proxy, pytest.mark.skipif(not shutil.which("nginx"), reason="there is no nginx on PATH")]

CONFIG = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  gzip on; gzip_types application/json;
  server {{
    listen 127.0.0.1:{port};
    location / {{ proxy_pass http://127.0.0.1:{behind}; proxy_http_version 1.1; proxy_set_header Connection ""; }}
  }}
}}
"""


class Proxy:
    """nginx on a free port, in front of another port."""

    def __init__(self, behind: int, folder: Path) -> None:
        self.port = free_port()
        self.config = folder / "nginx.conf"
        self.config.write_text(CONFIG.format(folder=folder, port=self.port, behind=behind))

    def start(self) -> None:
        command = [str(shutil.which("nginx")), "-c", str(self.config), "-e", str(self.config.parent / "start.log")]
        self.process = subprocess.Popen(command, preexec_fn=die_with_parent)
        await_port(self.port)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)


@pytest.fixture
def proxy(live: HttpClient, tmp_path: Path) -> Iterator[Proxy]:
    proxy = Proxy(live.port, tmp_path)
    proxy.start()
    yield proxy
    proxy.stop()


@pytest.mark.parametrize("form", ["text/event-stream", "application/x-ndjson"])
def test_a_feed_through_nginx_is_live_and_resumes_after_a_restart(proxy: Proxy, form: str) -> None:
    through = HttpClient(proxy.port)
    table = new_table(through)
    stream = through.stream(table.id, Accept=form)
    entries = []
    for seed in range(4):
        table.play(1, seed)
        entries += list(islice(stream.entries(), 1))
    proxy.stop()
    assert list(stream.entries()) == [], "the feed ended with the proxy"
    stream.close()
    proxy.start()
    table.play(3)
    resumed = through.stream(table.id, Last_Event_ID=str(entries[-1]["version"]), Accept=form)
    entries += list(islice(resumed.entries(), 3))
    resumed.close()
    assert entries == table.history()


def test_an_etag_that_nginx_weakened_still_matches(proxy: Proxy) -> None:
    table: Table = new_table(HttpClient(proxy.port))
    seen = table.caller.call("GET", table.path, token=table.acting(), Accept_Encoding="gzip")
    assert table.move(table.legal()[0], seen.headers["etag"]).status == 200
