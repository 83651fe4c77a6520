"""What `assay audit --json` adds to the record of the run: counts, the worst groups, and a row for each assignor."""

from __future__ import annotations

from typing import Any

from kafka_assay.pipeline.audit.assignor_tally import AssignorTally, best_shipped, sort_tallies
from kafka_assay.pipeline.audit.audit_summary import AuditSummary
from kafka_assay.pipeline.audit.grading import Grade
from kafka_assay.pipeline.audit.standing import GroupStanding
from kafka_assay.reports.audit.recommendation import SETTINGS
from kafka_assay.reports.wording.group_standing import standing_sentence


def audit_summary(counts: AuditSummary) -> dict[str, Any]:
    """The counts as JSON. Each group counts under one grade; `undecided` counts those without a proven optimum."""
    found = sort_tallies(counts.tallies.values())
    return {
        "grades": _grades(counts.grades),
        "broken": counts.grades[Grade.INVALID],
        "behind": counts.grades[Grade.LESS_EVEN],
        "undecided": counts.without_optimum,
        "worst": [_standing_record(group) for group in counts.worst_first()],
        "assignors": [_assignor_record(one) for one in found],
        "recommended": [{"target": one.target, "settings": list(SETTINGS[one.target])} for one in best_shipped(found)],
    }


def _grades(grades: dict[Grade, int]) -> dict[str, int]:
    return {met.name.lower(): grades.get(met, 0) for met in Grade}


def _standing_record(group: GroupStanding) -> dict[str, Any]:
    return {
        "index": group.index,
        "group": group.group,
        "strategy": group.strategy,
        "state": group.state,
        "members": group.members,
        "partitions": group.partitions,
        "loads": list(group.loads),
        "optimal_loads": None if group.optimal_loads is None else list(group.optimal_loads),
        "moves_needed": group.moves_needed,
        "broken": list(group.broken),
        "sentence": f"{group.group}: {standing_sentence(group)}",
    }


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
