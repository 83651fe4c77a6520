"""What assignors for equal subscriptions promise, and what they look at: the partitions, and what each member holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, Member
from kafka_assay.assignors.reference.numbering import Numbering, number_partitions
from kafka_assay.assignors.reference.sticky.claims import Claim, holdings_of_valid_owners, sticky_claims
from kafka_assay.assignors.reference.subscribers import require_equal_subscriptions

PROMISES = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.STICKY, Promise.CLAIMS, Promise.EQUAL_ONLY})
"""Of the two references, and of the texts as printed."""


def numbered_holdings(
    group: Group,
    members: Sequence[Member],
    rule: Callable[[Sequence[Claim]], list[list[int]]] = holdings_of_valid_owners,
) -> tuple[Numbering, list[list[int]]]:
    """
    The partitions of `group`, numbered, and what each of its `members` holds, in the order in which they are given.

    Which claims count is left open by the sources: `rule` says it. Raises `ValueError` where subscriptions are not
    equal.
    """
    require_equal_subscriptions(group)
    numbering = number_partitions(group.partition_counts(), members[0].subscription if members else ())
    return numbering, rule(sticky_claims(members, numbering))
