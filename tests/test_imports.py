"""Allowed imports: service -> engine.ai, engine.games -> engine.<game> -> engine core; never upward, never sideways."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAME_FOLDERS = sorted(path.parent.name for path in (ROOT / "engine").glob("*/RULES.md"))
CORE = {
    "engine", "engine.game", "engine.errors", "engine.chance", "engine.first_seat", "engine.words", "engine.hexes", "engine.drawing",
    "engine.board", "engine.shape",
}  # fmt: skip
PUBLIC = {"engine.game", "engine.games", "engine.errors", "engine.words", "engine.chance", "engine.drawing"}
"""The modules of the engine that the service may import, beside engine.ai."""


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


def allowed(path: Path) -> set[str]:
    """The engine modules that a file of the engine may import, with what is inside them."""
    parts = path.relative_to(ROOT / "engine").parts
    if parts[0] in GAME_FOLDERS:
        return CORE | {f"engine.{parts[0]}"}
    if parts[0] == "ai":
        return CORE | {"engine.ai", "engine.games"} | {f"engine.{game}" for game in GAME_FOLDERS}
    if parts[0] == "games.py":
        return CORE | {f"engine.{game}" for game in GAME_FOLDERS}
    return CORE


def within(name: str, modules: set[str]) -> bool:
    return name in modules or any(name.startswith(f"{module}.") for module in modules - {"engine"})


@pytest.mark.parametrize("path", sorted((ROOT / "engine").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_imports_only_lower_layers(path: Path) -> None:
    for name in imports(path):
        top = name.partition(".")[0]
        if top == "engine":
            assert within(name, allowed(path)), f"{path} imports {name}"
        else:
            assert top == "msgspec" or top in sys.stdlib_module_names, f"{path} imports {name}"


@pytest.mark.parametrize("path", sorted((ROOT / "service").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_service_imports_only_public_modules_of_the_engine(path: Path) -> None:
    for name in imports(path):
        if name.partition(".")[0] == "engine":
            assert within(name, PUBLIC | {"engine.ai"}), f"{path} imports {name}"


COMMON_FILES = (
    "__init__.py", "content.py", "state.py", "moves.py", "events.py", "setup.py", "scoring.py", "view.py", "labels.py", "preview.py",
    "rules/__init__.py", "rules/legal.py", "rules/play.py", "board/__init__.py",
    "check/__init__.py", "check/pending.py", "check/pieces.py", "check/progress.py", "RULES.md", "data/words.toml",
)  # fmt: skip


@pytest.mark.parametrize("game", GAME_FOLDERS)
def test_every_game_has_the_same_file_names(game: str) -> None:
    missing = [name for name in COMMON_FILES if not (ROOT / "engine" / game / name).is_file()]
    assert not missing
