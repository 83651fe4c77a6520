"""
Late failures: what a host did after it had answered, reported for the group that it had answered.

A host that dies after an answer, or writes on, spoils no other group's verdict: the next question goes to a new
process. It has still broken `returns-an-answer` on that group, and no other check would report it.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group
from kafka_assay.properties.judging.evidence import Evidence, make_trial
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.trials.trial import TrialStep

BROKEN_LAW = "returns-an-answer"


def late_failures(target: Target) -> list[Evidence]:
    """The recorded late failures of `target`. Hosts record them, references do not."""
    return [
        Evidence(
            one.group,
            {"error": one.failure.kind, "message": one.failure.message, "afterwards": True},
            (TrialStep(group=one.group, error=one.failure.to_json(), why="after it had answered"),),
        )
        for one in getattr(target, "late_failures", ())
    ]


def in_family(target: Target, late: Evidence, family: str) -> Evidence:
    """A `late` failure on a group of this family, with the declared failure that covers it."""
    return late._replace(expected=find_excuse(target.expected_failures, BROKEN_LAW, family, late.group))


def find_late_failure(target: Target, group: Group, family: str) -> Evidence | None:
    """The late failure of `target` on this group of a family, found by asking once more; None if there is none."""
    if not hasattr(target, "late_failures"):
        return None
    make_trial(target, group).failure()
    return next((in_family(target, late, family) for late in late_failures(target) if late.group == group), None)
