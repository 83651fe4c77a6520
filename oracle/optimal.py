"""`optimal`: the oracle's plan, as an assignor that a person could run."""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group


class OptimalAssignor:
    """
    KIP-54's *fair yet sticky*, exactly: the least sum of squared loads, then the fewest moves of valid claims.

    Sticky assignors come close by moving one partition at a time; this one solves the whole as a flow. Neither the
    order of the input nor what members are called changes loads or moves. Racks and instance ids are not looked at.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of(
    ...     {"t0": 1, "t1": 2}, {"C0": ["t1"], "C1": ["t0"], "C2": ["t0", "t1"]}, {"C2": {"t0": [0]}}
    ... )
    >>> OptimalAssignor().assign(group)
    {'C0': {'t1': [1]}, 'C1': {'t0': [0]}, 'C2': {'t1': [0]}}

    C2 has to hand t0-0 on, although no single move improves the balance: a sticky assignor leaves 2, 0 and 1.
    """

    name = "optimal"
    promises = frozenset(
        {Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL, Promise.STICKY, Promise.CLAIMS, Promise.OPTIMAL}
    )
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """See `OptimalAssignor`."""
        # Imported here: naming the assignors should not cost what numpy costs.
        from kafka_assay.oracle.flow.engine import best_assignment

        return best_assignment(group)
