"""
Late failures: what a host did after it had answered, reported for the group that it had answered.

A host that dies after an answer, or writes on, spoils no other group's verdict: the next question goes to a new
process. It has still broken `returns-an-answer` on that group, and no other check would report it.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group
from kafka_assay.properties.judging.evidence import Evidence, make_trial
from kafka_assay.properties.trials.trial import TrialStep

BROKEN_LAW = "returns-an-answer"


def late_failures(target: Target) -> list[Evidence]:
    """The recorded late failures of `target`. Hosts record them, references do not."""
    return [
        Evidence(
            one.group,
            {"error": one.failure.kind, "message": one.failure.message, "afterwards": True},
            (TrialStep(group=one.group, error=one.failure, why="after it had answered"),),
        )
        for one in getattr(target, "late_failures", ())
    ]


def find_late_failure(target: Target, group: Group) -> Evidence | None:
    """The late failure of `target` on this group, found by asking once more; None if there is none."""
    if not hasattr(target, "late_failures"):
        return None
    make_trial(target, group).failure()
    return next((evidence for evidence in late_failures(target) if evidence.group == group), None)
