"""The contenders at a point of the grid: the oracle and its rivals. Each gets the group once and is then asked."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Protocol

import numpy as np

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from kafka_assay.benchmarks.workload_group import columns_at
from kafka_assay.oracle.certificate.certificate import verify_columns
from kafka_assay.oracle.columns import ColumnarOptimum, Columns
from kafka_assay.oracle.flow.engine import solve_columns
from kafka_assay.oracle.loops import compilation
from studies.oracle.rivals.columns_file import write_columns
from studies.oracle.rivals.rival_process import RivalProcess


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuality:
    """The quality of an answer: its balance, its moves, and the partitions without exactly one subscribed owner."""

    sum_of_squares: int
    moves: int
    faults: int


class Contender(Protocol):
    """The oracle or a rival."""

    def open(self, columns: Columns) -> None:
        """Load the group. Raises `AssignorFailed`."""

    def ask(self) -> float:
        """The seconds of one answer. Raises `AssignorFailed`."""

    def quality(self) -> AnswerQuality:
        """The quality of the last answer."""


def compile_loops() -> None:
    """Compile the oracle's loops, as happens in any process that has met enough large groups."""
    compilation.STATE.compiles = True
    for kind in SubscriptionType:
        for event in (WorkloadEvent.FULL, WorkloadEvent.LEAVE_ONE, WorkloadEvent.SCRAMBLED):
            point = Workload(
                member_count=1_000, partitions_to_member_ratio=10, topic_count=100, subscription_type=kind, event=event
            )
            oracle = OracleContender()
            oracle.open(columns_at(point))
            oracle.ask()
            oracle.check()
    # The compiler leaves a million objects, which later collections need not look at.
    gc.collect()
    gc.freeze()


class OracleContender:
    """The oracle: from arrays to the plan and its proof."""

    def __init__(self) -> None:
        self._columns: Columns | None = None
        self._answer: ColumnarOptimum | None = None

    def open(self, columns: Columns) -> None:
        """See `Contender.open`."""
        self._columns = columns
        self._answer = None

    def ask(self) -> float:
        """See `Contender.ask`. Earlier garbage has been collected, as for the rivals."""
        assert self._columns is not None
        self._answer = None
        gc.collect()
        gc.disable()
        try:
            started = perf_counter()
            self._answer = solve_columns(self._columns)
            return perf_counter() - started
        finally:
            gc.enable()

    def quality(self) -> AnswerQuality:
        """See `Contender.quality`. The proof finds faults, so they are not counted here."""
        assert self._answer is not None
        squares = int((self._answer.loads.astype(np.int64) ** 2).sum())
        return AnswerQuality(sum_of_squares=squares, moves=self._answer.moves, faults=0)

    def check(self) -> tuple[str | None, float]:
        """The checker's objection to the last answer (None: accepted), and the checking time in seconds."""
        assert self._columns is not None
        assert self._answer is not None
        answer, proof = self._answer, self._answer.potentials
        started = perf_counter()
        found = verify_columns(self._columns, answer.holder, proof.members, proof.topics)
        return found, perf_counter() - started


class RivalContender:
    """A rival, which reads the group from a file."""

    def __init__(self, process: RivalProcess, file: Path) -> None:
        self._process = process
        self._file = file
        self._quality: AnswerQuality | None = None

    def open(self, columns: Columns) -> None:
        """See `Contender.open`."""
        write_columns(columns, self._file)
        self._process.open(self._file)

    def ask(self) -> float:
        """See `Contender.ask`."""
        answer = self._process.ask()
        self._quality = AnswerQuality(sum_of_squares=answer.sum_of_squares, moves=answer.moves, faults=answer.faults)
        return answer.seconds

    def quality(self) -> AnswerQuality:
        """See `Contender.quality`."""
        assert self._quality is not None
        return self._quality
