"""The `optimal` assignor: the oracle's plan behind the assignor interface."""

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
