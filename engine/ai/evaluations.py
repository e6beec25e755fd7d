"""The registry of evaluations, by game id."""

from __future__ import annotations

from engine.ai import blue_moon_city, helios, orbis
from engine.ai.evaluation import Evaluation

EVALUATIONS: dict[str, Evaluation] = {
    "helios": helios.EVALUATION,
    "orbis": orbis.EVALUATION,
    "blue_moon_city": blue_moon_city.EVALUATION,
}
