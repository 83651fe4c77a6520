"""Replay the months of a plan: in this process, in several, or on Spark. All give the same rows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from kafka_assay.assignors.formats.codec import rows_of
from kafka_assay.assignors.hosted.targets import ReferenceTarget, TargetText
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Target
from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.pipeline.months.drawn_month import Rates, draw_month
from kafka_assay.pipeline.replay.replay import replay_life
from kafka_assay.pipeline.replay.replayed_life import Timing
from kafka_assay.pipeline.spark.running import run_job, spark_rows
from kafka_assay.pipeline.spark.session import LOOP, PROCESSES, session
from kafka_assay.pipeline.whatif.rounds import protocol_of
from kafka_assay.properties.measures.subscriptions import count_assignable
from kafka_assay.properties.runner.run import run
from kafka_assay.properties.runner.work import IsOver, TargetWork, never


class MonthRow(NamedTuple):
    """What a month costs with a target. The figures are null if there is no outcome."""

    month: int
    """The number of the month. With the seed it makes the month again."""
    target: str
    """The assignor."""
    version: str
    """Its release."""
    protocol: str
    """`eager`, `cooperative` or `consumer` (KIP-848)."""
    members: int
    """The number of members at the start."""
    topics: int
    """The number of topics at the start."""
    partitions: int
    """The number of partitions at the start."""
    static: bool
    """Whether the members are static."""
    events: int
    """The number of events."""
    rebalances: int | None = None
    """The number of rebalances after the start. This and the next are null without an outcome."""
    rounds: int | None = None
    """How often the members joined."""
    moved: int | None = None
    """Partitions that had an owner that takes part, and another one afterwards."""
    ownerless: int | None = None
    """Partitions without an owner when a rebalance began."""
    taken: int | None = None
    """How often a partition got a reader other than its last one."""
    stopped_partition_seconds: float | None = None
    """Partition-seconds without a reader."""
    peak_gap: int | None = None
    """The largest sum of squared loads above the least possible one, after a rebalance."""
    mean_gap: float | None = None
    """The mean over all rebalances."""
    refused: str | None = None
    """Why the target cannot be asked about the month."""
    error: str | None = None
    """Why there is no outcome, or else which law its answers break."""

    @property
    def has_outcome(self) -> bool:
        """Whether the target lived through the month."""
        return self.rebalances is not None


FIGURES = (
    "rebalances", "rounds", "moved", "ownerless", "taken", "stopped_partition_seconds", "peak_gap", "mean_gap",
)  # fmt: skip
"""The columns that a replayed life has under the same names."""


MOST_MONTHS = 100
"""The most months in a batch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthPlan(TargetWork):
    """
    Work for a runner: replay the drawn months `numbers` with each of `targets`, and with the optimum.

    Every worker draws the months again.
    """

    targets: tuple[TargetText, ...]
    numbers: range
    seed: int = 0
    rates: Rates = field(default_factory=Rates)
    timing: Timing = field(default_factory=Timing)

    def open(self) -> tuple[Target, ...]:
        """The targets in their order, then the optimum if it is not among them. Raises `AssayError`."""
        opened: list[Target] = [text.open() for text in self.targets]
        if all(target.name != OPTIMAL for target in opened):
            opened.append(ReferenceTarget(OPTIMAL))
        return tuple(opened)

    def do(self, state: Sequence[Target], job: Sequence[int], _: IsOver = never) -> list[MonthRow]:
        """The rows of the months with these numbers."""
        return [row for number in job for row in self._replay_month(state, number)]

    def _replay_month(self, targets: Sequence[Target], number: int) -> Iterator[MonthRow]:
        life = draw_month(self.seed, number, self.rates, self.timing.restart)
        row = partial(
            MonthRow,
            month=number,
            members=len(life.group.members),
            topics=len(life.group.topics),
            partitions=count_assignable(life.group),
            static=any(member.instance_id is not None for member in life.group.members),
            events=len(life.events),
        )
        for target in targets:
            of_target = partial(row, target=target.name, version=target.version, protocol=protocol_of(target).value)
            try:
                replayed = replay_life(life, target, self.timing)
                figures = {name: getattr(replayed, name) for name in FIGURES}
                why = [f"an answer breaks {one.law} ({one.partition})" for one in replayed.breaks[:1]]
                yield of_target(**figures, error=why[0] if why else None)
            except CannotBeAsked as refused:
                yield of_target(refused=str(refused))
            except AssignorFailed as failed:
                yield of_target(error=str(failed))


def replay_months(plan: MonthPlan, master: str, watch: Callable[[float], None] = lambda _: None) -> list[MonthRow]:
    """
    The rows of all months: for each month those of the targets in their order, then the optimum's.

    `master` is Spark's, `loop` (this process alone) or `processes` (one for each core). `watch` gets the share that is
    done. Raises `AssayError`.
    """
    if master not in {LOOP, PROCESSES}:
        with session(master, stopped="the replay stopped: ") as started:
            table = spark_rows(started.spark, plan, plan.numbers, MonthRow, most=MOST_MONTHS)
            found = rows_of(MonthRow, run_job(started.spark, table.toArrow, watch))
        return sorted(found, key=lambda row: row.month)
    rows = list[MonthRow]()
    processes = 1 if master == LOOP else os.cpu_count() or 1
    with closing(run(plan, plan.numbers, processes, most=MOST_MONTHS)) as batches:
        for numbers, more in batches:
            rows += more
            watch((numbers[-1] + 1 - plan.numbers.start) / len(plan.numbers))
    return rows
