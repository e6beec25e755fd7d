"""The command line: subcommands, their help and their output."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from service.cli import main
from service.resources import resource_path


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    listed = capsys.readouterr().out.splitlines()[1:]
    assert [line.split()[0] for line in listed] == list(GAMES)


def test_selfplay_prints_the_same_table_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    game = next(iter(GAMES))
    tables = []
    for _ in range(2):
        assert main(["selfplay", "--game", game, "--seats", "random,random,random", "--games", "2", "--seed", "3"]) == 0
        tables.append(capsys.readouterr().out)
    assert tables[0] == tables[1]
    assert f"{game}, 3 seats, 2 games, seed 3" in tables[0]


@pytest.mark.parametrize("seats", ["grandmaster,random", "random", "hard:many,random"])
def test_selfplay_explains_invalid_players(seats: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "--seats", seats]) == 2
    assert capsys.readouterr().err


def test_openapi_prints_the_specification(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openapi"]) == 0
    assert capsys.readouterr().out == resource_path("openapi.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [[], ["no-such-command"], ["selfplay", "--games", "0"], ["bench", "coffee"]])
def test_a_wrong_command_line_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert "usage: arbiter" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["serve", "worker", "games", "selfplay", "bench", "verify", "openapi", "key", "doctor"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert f"arbiter {command}" in capsys.readouterr().out
