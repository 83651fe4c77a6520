"""A failure of a host that came after its answer."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group

MOST_LATE_FAILURES = 100
"""The most late failures to keep. More of them add nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LateFailure:
    """A failure of a host after its answer to `group`, and not caused by the next question: it died or wrote more."""

    group: Group
    failure: AssignorFailed
