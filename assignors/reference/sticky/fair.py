"""`fair`: the sticky assignor without claims."""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.reference.sticky.sticky import StickyAssignor


class FairAssignor:
    """
    The fair strategy of KIP-49, as described in KIP-54 ("Alternatives Yet to be Considered"): fairness only.

    Rule: KIP-54 says to switch off stickiness and to start always from an empty current assignment. So this is the
    current `sticky` with every claim and generation removed. A rebalance may move everything.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 4}, {"C0": ["t"], "C1": ["t"]}, {"C1": {"t": [0, 1, 2, 3]}}, generation=1)
    >>> FairAssignor().assign(group)
    {'C0': {'t': [0, 2]}, 'C1': {'t': [1, 3]}}
    """

    name = "fair"
    promises = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL})
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """See `FairAssignor`."""
        return StickyAssignor().assign(without_claims(group))


def without_claims(group: Group) -> Group:
    """The same group without claims and generations."""
    return group.with_members(tuple(member.with_claims((), None) for member in group.members))
