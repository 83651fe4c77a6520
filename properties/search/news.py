"""What a check reports while it runs: its progress, and news such as the first break."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.runner.worker_pool import WorkerLost


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchProgress:
    """The progress of a check, for a progress line."""

    groups: int
    spent: float
    left: float
    broken: tuple[tuple[str, str], ...]
    worst_spread: int


class FirstBreak(NamedTuple):
    """The first unexpected break of a check, before it is shrunk."""

    law: str
    inputs: str
    evidence: Evidence
    seconds: float


class ShrinkingStarts(NamedTuple):
    """So many broken cells are shrunk now, for at most these seconds."""

    cells: int
    seconds: float


News: TypeAlias = "FirstBreak | ShrinkingStarts | WorkerLost"
"""What a check reports at once."""
