"""What `assay audit --json` adds to the record of the run: counts, the worst groups, and a row for each assignor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kafka_assay.pipeline.audit.assignor_tally import AssignorTally, best_shipped, sort_tallies
from kafka_assay.pipeline.audit.audit_row import AuditRow, Grade
from kafka_assay.pipeline.audit.audit_summary import AuditSummary
from kafka_assay.properties.records.typed_record import write_record
from kafka_assay.reports.audit.recommendation import SETTINGS
from kafka_assay.reports.wording.group_standing import standing_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstGroup:
    """One group today, beside the best possible."""

    index: int
    """The number of the group, from 0."""
    group: str
    """Its name."""
    strategy: str | None
    """The assignor that it runs; null if the capture does not say."""
    state: str | None
    """Kafka's state of it; null if the capture does not say."""
    members: int
    """Its members."""
    partitions: int
    """Partitions of subscribed, existing topics."""
    loads: tuple[int, ...]
    """Partitions of each member today, ascending."""
    optimal_loads: tuple[int, ...] | None
    """The best possible loads."""
    moves_needed: int | None
    """The moves of the optimum."""
    broken: tuple[str, ...]
    """The laws of all that it breaks."""
    sentence: str
    """The same in a sentence."""


def audit_summary(counts: AuditSummary) -> dict[str, Any]:
    """The counts as JSON. Each group counts under one grade; `undecided` counts those without a proven optimum."""
    found = sort_tallies(counts.tallies.values())
    return {
        "grades": _grades(counts.grades),
        "broken": counts.grades[Grade.INVALID],
        "behind": counts.grades[Grade.LESS_EVEN],
        "undecided": counts.without_optimum,
        "worst": [write_record(_worst_group(today)) for today in counts.worst_first()],
        "assignors": [_assignor_record(one) for one in found],
        "recommended": [{"target": one.target, "settings": list(SETTINGS[one.target])} for one in best_shipped(found)],
    }


def _grades(grades: dict[Grade, int]) -> dict[str, int]:
    return {met.name.lower(): grades.get(met, 0) for met in Grade}


def _worst_group(today: AuditRow) -> WorstGroup:
    return WorstGroup(
        index=today.index,
        group=today.group,
        strategy=today.strategy,
        state=today.state,
        members=today.members or 0,
        partitions=today.partitions or 0,
        loads=tuple(today.loads or ()),
        optimal_loads=None if today.optimal_loads is None else tuple(today.optimal_loads),
        moves_needed=today.optimal_moves,
        broken=today.broken,
        sentence=f"{today.group}: {standing_sentence(today)}",
    )


def _assignor_record(one: AssignorTally) -> dict[str, Any]:
    return {
        "target": one.target,
        "versions": sorted(one.versions),
        "groups": one.asked,
        "grades": _grades(one.grades),
        "compared": one.compared,
        "excess": one.excess,
        "moves": one.moves,
        "least_moves": one.least_moves,
        "broken": one.broken,
        "expected": one.expected,
        "undecided": one.undecided,
        "topic_spread": one.topic_spread,
        "seconds": one.seconds,
    }
