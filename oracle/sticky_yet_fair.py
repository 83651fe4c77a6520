"""`sticky-yet-fair`: no member loses a valid claim; the other partitions are placed as evenly as that allows."""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group


class StickyYetFairAssignor:
    """
    The opposite of `optimal`: KIP-54 names it among the alternatives that it rejects.

    Rule: every partition with a valid owner stays with that owner. The others are placed so that the sum of squared
    loads is least, exactly. A new member may therefore get no partition.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2]}})
    >>> StickyYetFairAssignor().assign(group)
    {'a': {'t': [0, 1, 2]}, 'b': {'t': [3]}}
    """

    name = "sticky-yet-fair"
    promises = frozenset({Promise.REPEATABLE, Promise.STICKY, Promise.CLAIMS, Promise.ALL_KEPT})
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """See `StickyYetFairAssignor`."""
        # A late import: listing the assignors must not load numpy.
        from kafka_assay.oracle.flow.fixed_claims import best_assignment_with_fixed_claims

        return best_assignment_with_fixed_claims(group)
