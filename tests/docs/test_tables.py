"""The generated tables of the READMEs are up to date and complete, and the version is the same wherever it is written."""

from __future__ import annotations

import re
import tomllib

import pytest
from msgspec import structs

from service.problem_codes import PROBLEM_CODES
from service.settings import Settings
from tests.docs import tables
from tests.docs.readmes import READMES, read


@pytest.mark.parametrize("name", READMES)
def test_tables_are_up_to_date(name: str) -> None:
    assert tables.current(read(name)) == read(name), "run `make docs`"


def test_every_table_stands_in_one_readme() -> None:
    found = [table for name in READMES for _, table, _ in tables.MARKED.findall(read(name))]
    assert sorted(found) == sorted(tables.TABLES)


def test_every_setting_stands_with_a_description() -> None:
    described = tables.field_docstrings(Settings)
    for field in structs.fields(Settings):
        assert described[field.name]
        assert f"| `ARBITER_{field.name.upper()}` |" in read("deploy/README.md")


def test_every_problem_code_stands_with_its_status() -> None:
    rows = re.findall(r"^\| (\d{3}) \| `(\w+)` \|", read("tests/clients/README.md"), re.MULTILINE)
    assert {(code, int(status)) for status, code in rows} == {(code, status) for code, (status, _) in PROBLEM_CODES.items()}


def test_images_and_changelog_have_the_version_of_the_project() -> None:
    version = tomllib.loads(read("pyproject.toml"))["project"]["version"]
    for name in ("deploy/compose.yaml", "deploy/kubernetes/arbiter.yaml", "deploy/README.md"):
        assert set(re.findall(r"\barbiter:(\d+\.\d+\.\d+)", read(name))) == {version}, name
    assert re.findall(r"^## (\S+)", read("CHANGELOG.md"), re.MULTILINE)[0] == version
