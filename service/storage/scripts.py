"""Lua scripts, sent by their digest and in full only to a server that does not know them yet."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from redis.exceptions import NoScriptError


class Script:
    """One Lua script of the service; several files are parts of one script, in this order."""

    def __init__(self, *paths: Path) -> None:
        self.text = "".join(path.read_text(encoding="utf-8") for path in paths)
        self.digest = hashlib.sha1(self.text.encode()).hexdigest()

    def run(self, send: Callable[..., Any], keys: Sequence[str], *arguments: Any) -> Any:
        """Runs the script through `send` and returns its reply."""
        try:
            return send("EVALSHA", self.digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return send("EVAL", self.text, len(keys), *keys, *arguments)
