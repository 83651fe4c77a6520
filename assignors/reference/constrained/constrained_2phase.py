"""
`constrained-2phase`: two phases for equal subscriptions, and the same pseudo-code exactly as printed.

Source: KAFKA-12464 (Kafka 3.0 and later). With P partitions and N members, `least` = P div N, `most` = `least` rounded
up, and P mod N members get `most`.
"""

from __future__ import annotations

from itertools import islice

from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.constrained.holdings import PROMISES, numbered_holdings
from kafka_assay.assignors.reference.numbering import Numbering
from kafka_assay.assignors.reference.sticky.claims import Resolution
from kafka_assay.assignors.reference.sticky.constrained import share_evenly
from kafka_assay.assignors.reference.sticky.sticky import StickyAssignor
from kafka_assay.assignors.reference.subscribers import subscriptions_are_equal


class Constrained2PhaseAssignor:
    """
    The sticky assignor's two phases for equal subscriptions (KAFKA-12464), corrected.

    Rule: that of `sticky` for equal subscriptions, see `constrained`. Members keep up to an even share, rounded up for
    as many members as the remainder allows. Then the rest is dealt: first to members below an even share, then as
    extras. The source does not say which claims count. Here the valid owner's claims count, so that two members with an
    equal older generation do not harm the newest. Groups with other subscriptions get the answer of `sticky`, because
    Kafka's class takes its general path there.

    KAFKA-12464's example: a third member joins two members with five partitions each:

    >>> from kafka_assay.assignors.model import group_of
    >>> owned = {"C0": {"t1": [0, 1, 2, 3, 4]}, "C1": {"t1": [5, 6, 7, 8, 9]}}
    >>> group = group_of({"t1": 10}, {"C0": ["t1"], "C1": ["t1"], "C2": ["t1"]}, owned, generation=1)
    >>> for member, mine in Constrained2PhaseAssignor().assign(group).items():
    ...     print(member, mine)
    C0 {'t1': [0, 1, 2, 3]}
    C1 {'t1': [5, 6, 7]}
    C2 {'t1': [4, 8, 9]}
    """

    name = "constrained-2phase"
    promises = PROMISES
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """See `Constrained2PhaseAssignor`."""
        if not subscriptions_are_equal(group):
            return StickyAssignor().assign(group)
        members = group.members
        numbering, held = numbered_holdings(group, members)
        by_id = sorted(range(len(members)), key=lambda place: kafka_order(members[place].id))
        shares = share_evenly(numbering, Resolution(held=held, disputed=set()), by_id).had
        return {member.id: numbering.ids_by_topic(share) for member, share in zip(members, shares, strict=True)}


class PrintedConstrained2PhaseAssignor:
    """
    The two phases exactly as KAFKA-12464's pseudo-code prints them; an exhibit, not for use.

    Rule: members come by id. A member that owns fewer than `least` keeps all and will be filled. A member that owns
    `most` or more keeps the first `most`, while the remainder lasts. Every other member keeps the first `least` and
    will *not* be filled. Then the members to fill take blocks, by id: up to `most` while the remainder lasts, then up
    to `least`. Partitions come in the order of (id, topic). The text does not define "the generation is old"; here the
    valid owner's claims count. Groups with other subscriptions get the answer of `sticky`.

    Fault: no member takes the partitions meant for members that own exactly `least`, so some are lost. Their number is
    the remainder, less the members that kept `most`, less those that owned fewer than `least`. In a new group with
    fewer partitions than members `least` is 0, no member owns fewer, and all partitions are lost:

    >>> from kafka_assay.assignors.model import group_of
    >>> PrintedConstrained2PhaseAssignor().assign(group_of({"t0": 1}, {"C0": ["t0"], "C1": ["t0"]}))
    {'C0': {}, 'C1': {}}
    """

    name = "constrained-2phase@printed"
    promises = PROMISES
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """See `PrintedConstrained2PhaseAssignor`."""
        if not subscriptions_are_equal(group):
            return StickyAssignor().assign(group)
        members = sorted(group.members, key=lambda member: kafka_order(member.id))
        numbering, held = numbered_holdings(group, members)
        shares = dict(zip((member.id for member in members), _share_as_printed(held, numbering), strict=True))
        return {member.id: numbering.ids_by_topic(shares[member.id]) for member in group.members}


def _share_as_printed(held: list[list[int]], numbering: Numbering) -> list[list[int]]:
    """Each member's share; members by id."""
    least, remainder = divmod(len(numbering), max(1, len(held)))
    most = least + (remainder > 0)
    shares: list[list[int]] = []
    to_fill: list[list[int]] = []
    with_most = 0
    for mine in held:
        if len(mine) < least:
            shares.append(mine.copy())
            to_fill.append(shares[-1])
        elif len(mine) >= most and with_most < remainder:
            shares.append(mine[:most])
            with_most += 1
        else:
            shares.append(mine[:least])
    kept = {number for share in shares for number in share}
    unowned = [number for number in range(len(numbering)) if number not in kept]
    unowned.sort(key=lambda number: (numbering.ids[number], number))
    left = iter(unowned)
    for share in to_fill:
        capacity = (most if with_most < remainder else least) - len(share)
        with_most += with_most < remainder
        share.extend(islice(left, capacity))
    return shares
