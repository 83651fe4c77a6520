"""
The assignors of the two texts about equal subscriptions, each corrected and exactly as printed.

With P partitions and N members, `least` = P div N and `most` = `least` rounded up; P mod N members get `most`. The two
phases are those of KAFKA-12464 (Kafka 3.0 and later). The four phases are those of KAFKA-9987 (Kafka 2.5.1 to 2.8),
whose text KAFKA-12464 quotes and strikes through:

1. *Keep.* Members, by id, keep the first `most` of what they own, in the order in which they name it. A member with
   fewer than `least` is then *short*. A member with exactly `least` joins the queue *able*, one with exactly `most` the
   queue *rich* (both queues if the two numbers are equal).
2. *Fill.* Partitions without an owner come in the order of (topic, id). The short members, by id, take one each, round
   after round. A member that reaches `least` leaves the rounds and joins the queue able.
3. *Take.* If the partitions run out before that, each short member takes as many as it needs from the rich members: one
   from each in the order of their queue, the first that each has.
4. *Spread.* If partitions are left, the members in the queue able take one each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.order import places_by_id, sort_by_id
from kafka_assay.assignors.reference.claims import Claim, Resolution, holdings_of_valid_owners, sticky_claims
from kafka_assay.assignors.reference.equal_path import fill_short, share_evenly
from kafka_assay.assignors.reference.partitions import PartitionNumbering, number_partitions
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.assignors.reference.subscribers import subscriptions_are_equal

PROMISES = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.STICKY, Promise.CLAIMS})
"""The promises of the two references and of the two exhibits."""


def numbered_holdings(
    group: Group,
    members: Sequence[Member],
    rule: Callable[[Sequence[Claim]], list[list[int]]] = holdings_of_valid_owners,
) -> tuple[PartitionNumbering, list[list[int]]]:
    """
    The numbered partitions of `group`, and what each of its `members` holds, in the given order.

    Subscriptions are equal. The sources do not say which claims count; `rule` decides.
    """
    numbering = number_partitions(group.partition_counts(), members[0].subscription)
    return numbering, rule(sticky_claims(members, numbering))


class Constrained2PhaseAssignor:
    """
    The sticky assignor's two phases for equal subscriptions (KAFKA-12464), corrected.

    Rule: that of `sticky` for equal subscriptions, see `equal_path`. Members keep up to an even share, rounded up for
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

    def assign(self, group: Group) -> Assignment:
        """See `Constrained2PhaseAssignor`."""
        if not subscriptions_are_equal(group):
            return StickyAssignor().assign(group)
        numbering, held = numbered_holdings(group, group.members)
        shares = share_evenly(numbering, Resolution(held=held, disputed=set()), places_by_id(group.members)).had
        return numbering.answer(group, group.members, shares)


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

    def assign(self, group: Group) -> Assignment:
        """See `PrintedConstrained2PhaseAssignor`."""
        if not subscriptions_are_equal(group):
            return StickyAssignor().assign(group)
        members = sort_by_id(group.members)
        numbering, held = numbered_holdings(group, members)
        return numbering.answer(group, members, _share_as_printed(held, numbering))


def _share_as_printed(held: list[list[int]], numbering: PartitionNumbering) -> list[list[int]]:
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


class NobodyHasRoom(Exception):
    """
    The counts do not match, because a partition counted for two members: no member can give, or no member has room.

    Kafka threw IllegalStateException there.
    """


class Constrained4PhaseAssignor:
    """
    The sticky assignor's four phases for equal subscriptions (KAFKA-9987), corrected.

    Rule: every member keeps what it validly owns, up to an even share rounded up. The rest fills members below an even
    share. If it does not suffice, the fullest members give as much as needed. If partitions are left, members with
    exactly an even share take one more. The source does not say which claims count; here the valid owner's claims
    count. The module describes the phases. Groups with other subscriptions get the answer of `sticky`, because Kafka's
    class takes its general path there.

    KAFKA-12464's example: a third member joins two members with five partitions each:

    >>> from kafka_assay.assignors.model import group_of
    >>> owned = {"C0": {"t1": [0, 1, 2, 3, 4]}, "C1": {"t1": [5, 6, 7, 8, 9]}}
    >>> group = group_of({"t1": 10}, {"C0": ["t1"], "C1": ["t1"], "C2": ["t1"]}, owned, generation=1)
    >>> for member, mine in Constrained4PhaseAssignor().assign(group).items():
    ...     print(member, mine)
    C0 {'t1': [1, 2, 3]}
    C1 {'t1': [5, 6, 7, 8]}
    C2 {'t1': [0, 4, 9]}
    """

    name = "constrained-4phase"
    promises = PROMISES
    most_taken: int | None = None
    """What a short member takes in the third phase at the most; None: as much as it needs."""

    def assign(self, group: Group) -> Assignment:
        """See the class."""
        if not subscriptions_are_equal(group):
            return StickyAssignor().assign(group)
        return share_in_four_phases(group, holdings_of_valid_owners, most_taken=self.most_taken)


class PrintedConstrained4PhaseAssignor(Constrained4PhaseAssignor):
    """
    The four phases exactly as KAFKA-12464 quotes KAFKA-9987's pseudo-code; an exhibit, not for use.

    Rule: that of `constrained-4phase`, except in the third phase. There the text lets each short member take *one*
    partition from one rich member, however many it needs. The code took as many as needed.

    Fault: with four members and nine partitions, a member that owned nothing ends with one partition, although two or
    three would be even.

    >>> from kafka_assay.assignors.model import group_of
    >>> owned = {"C1": {"t0": [0, 1, 2]}, "C2": {"t0": [3, 4, 5]}, "C3": {"t0": [6, 7, 8]}}
    >>> group = group_of({"t0": 9}, dict.fromkeys(["C0", "C1", "C2", "C3"], ["t0"]), owned, generation=1)
    >>> for member, mine in PrintedConstrained4PhaseAssignor().assign(group).items():
    ...     print(member, mine)
    C0 {'t0': [0]}
    C1 {'t0': [1, 2]}
    C2 {'t0': [3, 4, 5]}
    C3 {'t0': [6, 7, 8]}
    """

    name = "constrained-4phase@printed"
    most_taken = 1


def share_in_four_phases(
    group: Group, rule: Callable[[Sequence[Claim]], list[list[int]]], *, most_taken: int | None = None
) -> Assignment:
    """
    The answer to a group with equal subscriptions, where `rule` turns claims into holdings.

    `most_taken` limits what a short member takes in the third phase. Raises `NobodyHasRoom` only if `rule` lets two
    members hold one partition.
    """
    members = sort_by_id(group.members)
    numbering, held = numbered_holdings(group, members, rule)
    least, remainder = divmod(len(numbering), max(1, len(members)))
    most = least + (remainder > 0)
    # Phase 1.
    shares = [mine[:most] for mine in held]
    short = [member for member, share in enumerate(shares) if len(share) < least]
    able = deque(member for member, share in enumerate(shares) if len(share) == least)
    rich = deque(member for member, share in enumerate(shares) if len(share) == most)
    # Phase 2.
    kept = {number for share in shares for number in share}
    unowned = [number for number in range(len(numbering)) if number not in kept]
    left, filled, short = fill_short(shares, short, unowned, least)
    able += filled
    # Phase 3.
    for member in short:
        needed = least - len(shares[member])
        for _ in range(needed if most_taken is None else min(most_taken, needed)):
            if not rich:
                raise NobodyHasRoom("a member is below an even share, and nobody is left to take from")
            shares[member].append(shares[rich.popleft()].pop(0))
    # Phase 4.
    for number in left:
        if not able:
            raise NobodyHasRoom("a partition has no owner, and nobody is left to take it")
        shares[able.popleft()].append(number)
    return numbering.answer(group, members, shares)
