"""Settings are read from the environment; an invalid one stops the start and is named."""

from __future__ import annotations

import pytest

from service.settings import Settings


def test_without_an_environment_the_defaults_hold() -> None:
    assert Settings.from_environment({}) == Settings()


def test_each_setting_is_read_in_its_own_type() -> None:
    origins = "https://a.example, https://b.example"
    environment = {"PORT": "81", "ARBITER_HOST": "::", "ARBITER_CORS_ORIGINS": origins, "ARBITER_LOG_REQUESTS": "false"}
    settings = Settings.from_environment(environment)
    assert (settings.port, settings.host, settings.log_requests) == (81, "::", False)
    assert settings.cors_origins == ("https://a.example", "https://b.example")


def test_the_name_with_the_prefix_wins() -> None:
    assert Settings.from_environment({"PORT": "81", "ARBITER_PORT": "82"}).port == 82


def test_an_empty_list_of_origins_is_none_at_all() -> None:
    assert Settings.from_environment({"ARBITER_CORS_ORIGINS": ""}).cors_origins == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [("ARBITER_PORT", "eighty"), ("ARBITER_LOG_REQUESTS", "maybe"), ("ARBITER_GZIP_MIN_BYTES", ""), ("ARBITER_MEMORY_RESERVE", "100")],
)
def test_a_value_that_cannot_be_read_is_named(name: str, value: str) -> None:
    with pytest.raises(SystemExit, match=name):
        Settings.from_environment({name: value})


@pytest.mark.parametrize("value", ["no", "Always", "every second", ""])
def test_a_value_that_is_not_one_of_the_choices_is_refused_with_them(value: str) -> None:
    assert Settings.from_environment({"ARBITER_FSYNC": "everysec"}).fsync == "everysec"
    with pytest.raises(SystemExit, match=r"^ARBITER_FSYNC='.*' is invalid: choose always or everysec\.$"):
        Settings.from_environment({"ARBITER_FSYNC": value})
