"""The evaluation of a game that has no native positions: functions of records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.ai.evaluation import Evaluation
from engine.native import Move, Position
from engine.record_rules import RecordMove, RecordPosition


class RecordEvaluation(Evaluation):
    """An evaluation by functions of records; `worthwhile` may be left out."""

    def __init__(
        self,
        worth: Callable[[Any], list[float]],
        scale: float,
        rivalry: float = 1.0,
        foresight: float = 1.0,
        width: int = 8,
        settles: int = 2,
        worthwhile: Callable[[Any, list[Any]], list[Any]] | None = None,
    ) -> None:
        super().__init__(scale, rivalry, foresight, width, settles)
        self.functions = worth, worthwhile

    def worth(self, position: Position) -> list[float]:
        assert isinstance(position, RecordPosition)
        return self.functions[0](position.record)

    def worthwhile(self, position: Position, moves: list[Move]) -> list[Move]:
        chosen = self.functions[1]
        if chosen is None:
            return moves
        assert isinstance(position, RecordPosition)
        by_record: dict[Any, Move] = {}
        for move in moves:
            assert isinstance(move, RecordMove)
            by_record[move.record] = move
        return [by_record[record] for record in chosen(position.record, list(by_record))]
