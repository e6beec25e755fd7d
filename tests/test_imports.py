"""The direction of imports. In the engine: ai, games -> <game> -> core. In the service: the layers of MAY_IMPORT."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENGINE, SERVICE = (sorted((ROOT / package).rglob("*.py")) for package in ("engine", "service"))

GAME_FOLDERS = sorted(path.parent.name for path in (ROOT / "engine").glob("*/RULES.md"))
CORE_MODULES = (
    "game",
    "decoding",
    "errors",
    "chance",
    "first_seat",
    "words",
    "description",
    "hexes",
    "drawing",
    "board",
    "shape",
    "near_moves",
    "native",
    "bridge",
    "record_rules",
)
ENGINE_PACKAGES = {"msgspec", "mypy_extensions"}
"""What the engine imports besides the standard library: the records, and the names of machine integers (i64)."""

CORE = {"engine", *(f"engine.{name}" for name in CORE_MODULES)}
ENGINE_FOR_SERVICE = {
    "engine.ai",
    "engine.game",
    "engine.decoding",
    "engine.games",
    "engine.errors",
    "engine.words",
    "engine.description",
    "engine.chance",
    "engine.drawing",
}
"""What the service may import of the engine."""

LEAVES = {"settings", "resources", "version", "problem_codes", "parent_death"}
"""Modules of the service that every layer may import, and that import nothing of the service but each other."""

MAY_IMPORT: dict[str, set[str]] = {
    "cli": {"app", "operations", "openapi", "wiring", "http", "jobs", "webhooks", "sessions", "referee", "storage", "observability"},
    "operations": {"app", "wiring", "http", "jobs", "webhooks", "sessions", "referee", "storage", "observability"},
    "wsgi": {"app", "http.problems"},
    "app": {"wiring", "http", "jobs", "webhooks", "sessions", "referee", "storage", "observability"},
    "http": {"wiring", "jobs", "webhooks", "sessions", "referee", "storage", "observability"},
    "openapi": {"http.queries", "http.deprecations", "jobs", "webhooks", "sessions", "referee"},
    "wiring": {"jobs", "webhooks", "sessions", "referee", "storage"},
    "jobs": {"sessions", "referee", "storage", "observability"},
    "webhooks": {"sessions", "referee", "storage", "observability"},
    "sessions": {"referee", "storage", "observability"},
    "referee": {"observability"},
    "storage": {"observability"},
    "observability": set(),
    **{leaf: set() for leaf in LEAVES},
}
"""Each layer of the service, from top to bottom, with the layers (or single modules) that it may import beside itself and the leaves.

A layer is a package or module of service/; `app` is service/__init__.py. Only the command line imports openapi.
"""

ONLY_IN = {
    "flask": {"app", "http", "operations"},
    "werkzeug": {"app", "http", "operations"},
    "flask_swagger_ui": {"http"},
    "gunicorn": {"operations", "wsgi"},
}
"""Packages of others that stay in some layers."""


def imports(path: Path) -> set[str]:
    """The modules a file imports, `from a import b` as a (and as a.b where that is a module)."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            submodules = {f"{module}.{alias.name}" for alias in node.names if is_module(f"{module}.{alias.name}")}
            found |= submodules if len(submodules) == len(node.names) else submodules | {module}
    return found


def is_module(name: str) -> bool:
    base = ROOT / name.replace(".", "/")
    return base.is_dir() or base.with_suffix(".py").is_file()


def within(name: str, modules: set[str]) -> bool:
    """Whether a module is one of these or inside one of them."""
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def relative(path: Path) -> str:
    """A file's path in the repository, for the names of tests."""
    return str(path.relative_to(ROOT))


def engine_modules_for(path: Path) -> set[str]:
    """The engine modules that a file of the engine may import, with what is inside them."""
    parts = path.relative_to(ROOT / "engine").parts
    if parts[0] in GAME_FOLDERS:
        return CORE | {f"engine.{parts[0]}"}
    if parts[0] == "ai":
        return CORE | {"engine.ai", "engine.games"} | {f"engine.{game}" for game in GAME_FOLDERS}
    if parts[0] == "games.py":
        return CORE | {f"engine.{game}" for game in GAME_FOLDERS}
    return CORE


@pytest.mark.parametrize("path", ENGINE, ids=relative)
def test_a_module_of_the_engine_imports_only_what_is_below_it(path: Path) -> None:
    for name in imports(path):
        top = name.partition(".")[0]
        if top == "engine":
            assert name == "engine" or within(name, engine_modules_for(path) - {"engine"}), f"{path} imports {name}"
        else:
            assert top in ENGINE_PACKAGES or top in sys.stdlib_module_names, f"{path} imports {name}"


def layer_of(name: str) -> str:
    """The layer of a module of the service: service.http.requests -> http, service -> app."""
    return name.split(".")[1] if "." in name else "app"


def module_name(path: Path) -> str:
    """service/http/__init__.py -> service.http"""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", SERVICE, ids=relative)
def test_a_module_of_the_service_imports_only_the_layers_below_it(path: Path) -> None:
    layer = layer_of(module_name(path))
    assert layer in MAY_IMPORT, f"{layer} needs a row in MAY_IMPORT"
    allowed = MAY_IMPORT[layer] | LEAVES | {layer}
    imported = {name.removeprefix("service.") if "." in name else "app" for name in imports(path) if within(name, {"service"})}
    assert not [name for name in sorted(imported) if not within(name, allowed)], f"{layer} must not import these"


@pytest.mark.parametrize("path", SERVICE, ids=relative)
def test_a_module_of_the_service_imports_only_the_public_part_of_the_engine(path: Path) -> None:
    assert not [name for name in imports(path) if within(name, {"engine"}) and not within(name, ENGINE_FOR_SERVICE)]


@pytest.mark.parametrize("path", SERVICE, ids=relative)
def test_web_frameworks_stay_in_their_layers(path: Path) -> None:
    layer = layer_of(module_name(path))
    assert not [name for name in imports(path) if layer not in ONLY_IN.get(name.partition(".")[0], {layer})]


@pytest.mark.parametrize("path", sorted((ROOT / "service" / "http" / "routes").glob("[!_]*.py")), ids=relative)
def test_no_route_imports_another(path: Path) -> None:
    assert not [name for name in imports(path) if within(name, {"service.http.routes"})]


@pytest.mark.parametrize("path", SERVICE, ids=relative)
def test_the_service_does_not_import_tests(path: Path) -> None:
    assert not [name for name in imports(path) if within(name, {"tests"})]


def test_the_tables_name_only_layers_that_are_checked() -> None:
    named = {name.partition(".")[0] for allowed in MAY_IMPORT.values() for name in allowed} | set().union(*ONLY_IN.values())
    assert named <= MAY_IMPORT.keys()


COMMON_FILES = (
    "__init__.py", "versions.py", "records.py", "faults.py", "content.py", "catalogue.py", "state.py", "moves.py", "events.py", "setup.py",
    "scoring.py", "view.py", "labels.py", "preview.py", "migrations.py",
    "rules/__init__.py", "rules/legal.py", "rules/play.py", "board/__init__.py",
    "check/__init__.py", "check/pending.py", "check/pieces.py", "check/progress.py", "RULES.md", "data/words.toml", "data/description.toml",
)  # fmt: skip


@pytest.mark.parametrize("game", GAME_FOLDERS)
def test_every_game_has_the_same_file_names(game: str) -> None:
    missing = [name for name in COMMON_FILES if not (ROOT / "engine" / game / name).is_file()]
    assert not missing
