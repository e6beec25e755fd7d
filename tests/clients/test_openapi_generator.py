"""openapi-generator accepts openapi.yaml and writes clients from it without inventing names; the Java client plays every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.games import GAMES
from service.resources import resource_path
from tests.clients.tools import FAST, generator_jar, run, tool
from tests.support.server import serving

JAVA = Path(__file__).parent / "java"
LANGUAGES = ("kotlin", "swift6", "dart", "java", "go")
SOURCES = {".kt", ".swift", ".dart", ".java", ".go"}
ONLY_SOURCES = "models,apis,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"
INVENTED = re.compile(r"renamed|cannot be used as|inline schema created", re.IGNORECASE)
"""What the generator prints when it has to invent a name."""

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def generate(folder: Path, *options: str) -> str:
    """Writes a client into the folder and returns what the generator printed; an invalid specification fails the test."""
    command = [tool("java"), *FAST, "-jar", str(generator_jar()), "generate", "-i", str(resource_path("openapi.yaml")), "-o", str(folder)]
    done = run([*command, "--global-property", ONLY_SOURCES, *options], folder)
    assert done.returncode == 0, done.stdout[-5000:]
    return done.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_client_is_written_without_renaming_anything(language: str, tmp_path: Path) -> None:
    printed = generate(tmp_path, "-g", language)
    assert not [line for line in printed.splitlines() if INVENTED.search(line)]
    sources = [path for path in tmp_path.rglob("*") if path.suffix in SOURCES]
    assert len(sources) > 300
    assert not [path.name for path in sources if CONTROL.search(path.read_text(encoding="utf-8"))]


def test_the_java_client_plays_every_game(tmp_path: Path) -> None:
    """Its libraries, Jackson above all, come from the jar of the generator itself."""
    compiler, jar = tool("javac"), generator_jar()
    options = "library=native,openApiNullable=false,invokerPackage=arbiter,apiPackage=arbiter.api,modelPackage=arbiter.model"
    generate(tmp_path, "-g", "java", "--additional-properties", options)
    sources = [str(path) for folder in (tmp_path / "src" / "main", JAVA) for path in folder.rglob("*.java")]
    flags = [f"-J{flag}" for flag in FAST] + ["-nowarn", "-proc:none"]
    compiled = run([compiler, *flags, "-cp", str(jar), "-d", str(tmp_path / "classes"), *sources], tmp_path)
    assert compiled.returncode == 0, compiled.stdout[-5000:]
    with serving(tmp_path, REDIS_URL="") as (_, port):
        classes = f"{tmp_path / 'classes'}:{jar}"
        played = run([tool("java"), *FAST, "-cp", classes, "Bot", f"http://127.0.0.1:{port}"], tmp_path)
    assert played.returncode == 0, played.stdout
    assert [line.partition(":")[0] for line in played.stdout.splitlines()] == [*GAMES, "session"]
