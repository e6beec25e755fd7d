"""What the READMEs name exists: linked and named files, make targets, subcommands, settings, developer tools."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from service import cli
from service.settings import UNPREFIXED, Settings
from tests.docs.readmes import READMES, ROOT, blocks, prose, read


@pytest.mark.parametrize("name", READMES)
def test_every_linked_file_exists(name: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", prose(name)):
        assert (ROOT / Path(name).parent / target).exists(), f"{name} links to {target}"


@pytest.mark.parametrize("name", READMES)
def test_every_file_that_is_named_exists(name: str) -> None:
    for path in re.findall(r"`((?:engine|service|tests|deploy|\.ci)/[\w./-]+)`", prose(name)):
        assert (ROOT / path).exists(), f"{name} names {path}"


@pytest.mark.parametrize("name", READMES)
def test_every_make_target_that_is_named_exists(name: str) -> None:
    code = [*re.findall(r"`[^`\n]+`", prose(name)), *blocks(name, "sh")]
    for target in re.findall(r"\bmake ([a-z]+)\b", "\n".join(code)):
        assert re.search(rf"^{target}:", read("Makefile"), re.MULTILINE), f"{name} names make {target}"


@pytest.mark.parametrize("name", READMES)
def test_every_subcommand_that_is_named_exists(name: str) -> None:
    code = [*re.findall(r"`[^`\n]+`", prose(name)), *blocks(name, "sh")]
    for command in re.findall(r"(?:^|`|bin/)arbiter ([a-z]+)\b", "\n".join(code), re.MULTILINE):
        assert callable(getattr(cli, command, None)), f"{name} names arbiter {command}"


@pytest.mark.parametrize("name", READMES)
def test_every_setting_that_is_named_exists(name: str) -> None:
    known = {f"ARBITER_{field.upper()}" for field in Settings.__struct_fields__} | {field.upper() for field in UNPREFIXED}
    assert set(re.findall(r"\bARBITER_[A-Z_]+\b", read(name))) <= known


def test_the_two_commands_of_the_readme_come_first() -> None:
    assert blocks("README.md", "sh")[0] == "make serve\nmake test\n"


def test_the_hooks_run_tools_of_the_extra_dev() -> None:
    developer_tools = " ".join(tomllib.loads(read("pyproject.toml"))["project"]["optional-dependencies"]["dev"])
    for hook in yaml.safe_load(read(".pre-commit-config.yaml"))["repos"][0]["hooks"]:
        tool = hook["entry"].split()[0]
        assert tool.startswith(".venv/bin/") and Path(tool).name in developer_tools


def test_continuous_integration_runs_the_script() -> None:
    steps = yaml.safe_load(read(".github/workflows/ci.yml"))["jobs"]["test"]["steps"]
    assert steps[-1]["run"] == ".ci/run"
    assert read(".ci/run").rstrip().endswith("make test")
