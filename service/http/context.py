"""What Flask has at hand for the request of this thread, itself: through Flask's proxies every single look would cost ten times as much."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Request, current_app, g
from flask import request as asked
from flask.ctx import _AppCtxGlobals

request: Callable[[], Request] = asked._get_current_object  # type: ignore[attr-defined]
"""What was asked."""

notes: Callable[[], _AppCtxGlobals] = g._get_current_object
"""What the parts of the service tell each other about it."""

app: Callable[[], Flask] = current_app._get_current_object  # type: ignore[attr-defined]
"""The application that answers."""
