"""The two ends of the frontier behind the assignor interface: `optimal` and `sticky-yet-fair`."""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group


class OptimalAssignor:
    """
    KIP-54's *fair yet sticky*, exactly: the least sum of squared loads, then the fewest moves of valid claims.

    Sticky assignors approximate this by moving one partition at a time. This assignor solves the whole group as a flow.
    The order of the input and the members' ids change neither loads nor moves. It ignores racks and instance ids.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of(
    ...     {"t0": 1, "t1": 2}, {"C0": ["t1"], "C1": ["t0"], "C2": ["t0", "t1"]}, {"C2": {"t0": [0]}}
    ... )
    >>> OptimalAssignor().assign(group)
    {'C0': {'t1': [1]}, 'C1': {'t0': [0]}, 'C2': {'t1': [0]}}

    C2 must give up t0-0, although no single move improves the balance. A sticky assignor leaves loads of 2, 0 and 1.
    """

    name = "optimal"
    promises = frozenset(
        {Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL, Promise.STICKY, Promise.CLAIMS, Promise.OPTIMAL}
    )
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """See `OptimalAssignor`."""
        # A late import: listing the assignors must not load numpy.
        from kafka_assay.oracle.flow.engine import best_assignment

        return best_assignment(group)


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
        from kafka_assay.oracle.flow.engine import best_assignment_with_fixed_claims

        return best_assignment_with_fixed_claims(group)
