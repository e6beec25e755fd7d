"""Schemathesis tests of the AI operations, with a real queue and real workers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings

from tests.support.api_calls import new_state
from tests.support.workers import Workers

CONFIG = Path(__file__).parents[2] / "system" / "fuzzing" / "schemathesis.toml"


@pytest.fixture(scope="session")
def specification(worker_app: Flask, workers: Workers) -> Any:
    config = schemathesis.config.SchemathesisConfig.from_path(CONFIG)
    return schemathesis.openapi.from_wsgi("/openapi.json", worker_app, config=config)


OPERATIONS = [("POST", "/v1/games/{game}/ai-moves"), ("GET", "/v1/jobs/{job_id}"), ("DELETE", "/v1/jobs/{job_id}"), ("GET", "/readyz")]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_is_as_specified(specification: Any, method: str, path: str) -> None:
    @given(case=specification[path][method].as_strategy())
    @settings(max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    def attack(case: Any) -> None:
        case.call_and_validate()

    attack()


def test_a_job_is_as_specified_from_request_to_result(specification: Any, client: FlaskClient) -> None:
    ask, read = specification["/v1/games/{game}/ai-moves"]["POST"], specification["/v1/jobs/{job_id}"]["GET"]
    for wishes in ({"level": "easy", "analysis": True}, {"level": "normal", "iterations": 8, "analysis": True}, {"level": "random"}):
        body = {"state": new_state(client, "helios"), **wishes}
        asked = ask.Case(path_parameters={"game": "helios"}, body=body, media_type="application/json").call_and_validate()
        read.Case(path_parameters={"job_id": asked.json()["id"]}, headers={"Prefer": "wait=10"}).call_and_validate()
