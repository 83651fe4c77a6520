"""The promises and inputs of the assignors for equal subscriptions: the partitions, and what each member holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, Member
from kafka_assay.assignors.reference.numbering import Numbering, number_partitions
from kafka_assay.assignors.reference.sticky.claims import Claim, holdings_of_valid_owners, sticky_claims

PROMISES = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.STICKY, Promise.CLAIMS})
"""The promises of the two references and of the two exhibits."""


def numbered_holdings(
    group: Group,
    members: Sequence[Member],
    rule: Callable[[Sequence[Claim]], list[list[int]]] = holdings_of_valid_owners,
) -> tuple[Numbering, list[list[int]]]:
    """
    The numbered partitions of `group`, and what each of its `members` holds, in the given order.

    Subscriptions are equal. The sources do not say which claims count; `rule` decides.
    """
    numbering = number_partitions(group.partition_counts(), members[0].subscription)
    return numbering, rule(sticky_claims(members, numbering))
