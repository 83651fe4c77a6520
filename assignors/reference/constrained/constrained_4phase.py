"""
`constrained-4phase`: all members subscribe to the same topics, and four phases share them out. And the text as printed.

Source: KAFKA-9987 (Kafka 2.5.1 to 2.8), whose text KAFKA-12464 quotes and strikes through. With P partitions and N
members, `least` = P div N and `most` = `least` rounded up.

1. *Keep.* Members, by id, keep the first `most` of what they own, in the order in which they name it. Who has fewer
   than `least` then is *short*; who has exactly `least` queues up as *able*, who has exactly `most` as *rich* (where
   the two are the same, as both).
2. *Fill.* Partitions without an owner come in the order of (topic, id). The short members, by id, take one each, round
   after round; whoever reaches `least` leaves the round and queues up as able.
3. *Take.* Where the partitions have run out before that, each short member takes as many as it needs from the rich, one
   from each in the order of their queue, the first that each has.
4. *Spread.* Where partitions are left, those who queue as able take one each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.constrained.holdings import PROMISES, numbered_holdings
from kafka_assay.assignors.reference.sticky.claims import Claim, holdings_of_valid_owners


class NobodyHasRoom(Exception):
    """
    The count went wrong, because a partition was counted for two members: nobody is left to take from, or to give to.

    Kafka threw IllegalStateException there.
    """


class Constrained4PhaseAssignor:
    """
    The sticky assignor's four phases for equal subscriptions (KAFKA-9987), made whole; asked with nothing else.

    The rule. Everybody keeps what it owns beyond dispute, up to an even share rounded up; the rest fills those who are
    below an even share; if it does not suffice, the fullest give, as much as is needed; if something is left, those
    with exactly an even share take one more. Which claims count is left open by the source: here those of the valid
    owner. See the module for the phases.

    KAFKA-12464's example, a third member joins two with five partitions each:

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
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """See `Constrained4PhaseAssignor`. Raises `ValueError` where subscriptions are not equal."""
        return share_in_four_phases(group, holdings_of_valid_owners)


class PrintedConstrained4PhaseAssignor:
    """
    The four phases as KAFKA-12464 quotes KAFKA-9987's pseudo-code, to the letter; an exhibit, not for use.

    The rule is that of `constrained-4phase`, but in the third phase the text lets each short member take *one*
    partition from one rich member, however many it needs. The code took as many as were needed.

    The fault. Four members, nine partitions, one member owning nothing: it ends with one partition, where two and three
    would be even.

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
    promises = PROMISES
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """See `PrintedConstrained4PhaseAssignor`. Raises `ValueError` where subscriptions are not equal."""
        return share_in_four_phases(group, holdings_of_valid_owners, most_taken=1)


def share_in_four_phases(
    group: Group, rule: Callable[[Sequence[Claim]], list[list[int]]], *, most_taken: int | None = None
) -> Assignment:
    """
    The answer to a group with equal subscriptions, in which members hold what `rule` makes of their claims.

    `most_taken` limits what a short member takes in the third phase. Raises `ValueError` where subscriptions are not
    equal, and `NobodyHasRoom`, which needs a rule by which two members hold one partition.
    """
    members = sorted(group.members, key=lambda member: kafka_order(member.id))
    numbering, held = numbered_holdings(group, members, rule)
    phases = _Phases(least=len(numbering) // max(1, len(members)), most=-(-len(numbering) // max(1, len(members))))
    phases.keep(held)
    kept = {number for share in phases.shares for number in share}
    left = phases.fill([number for number in range(len(numbering)) if number not in kept])
    phases.take(most_taken)
    phases.spread(left)
    shares = {member.id: share for member, share in zip(members, phases.shares, strict=True)}
    return {member.id: numbering.ids_by_topic(shares[member.id]) for member in group.members}


@dataclass(slots=True, kw_only=True)
class _Phases:
    """The state that the phases hand on: what each member has, who is short, and who queues as able or rich."""

    least: int
    most: int
    shares: list[list[int]] = field(default_factory=list)
    short: list[int] = field(default_factory=list)
    able: deque[int] = field(default_factory=deque)
    rich: deque[int] = field(default_factory=deque)

    def keep(self, held: Iterable[list[int]]) -> None:
        """Phase 1."""
        for member, mine in enumerate(held):
            share = mine[: self.most]
            self.shares.append(share)
            if len(share) < self.least:
                self.short.append(member)
                continue
            if len(share) == self.least:
                self.able.append(member)
            if len(share) == self.most:
                self.rich.append(member)

    def fill(self, unowned: list[int]) -> list[int]:
        """Phase 2. Returns what is left."""
        given = 0
        while self.short and given < len(unowned):
            for member, number in zip(self.short, unowned[given : given + len(self.short)], strict=False):
                self.shares[member].append(number)
            given += len(self.short)
            self.able += [member for member in self.short if len(self.shares[member]) == self.least]
            self.short = [member for member in self.short if len(self.shares[member]) < self.least]
        return unowned[given:]

    def take(self, limit: int | None) -> None:
        """Phase 3, at most `limit` for each short member."""
        for member in self.short:
            needed = self.least - len(self.shares[member])
            for _ in range(needed if limit is None else min(limit, needed)):
                if not self.rich:
                    raise NobodyHasRoom("a member is below an even share, and nobody is left to take from")
                self.shares[member].append(self.shares[self.rich.popleft()].pop(0))

    def spread(self, left: Iterable[int]) -> None:
        """Phase 4."""
        for number in left:
            if not self.able:
                raise NobodyHasRoom("a partition has no owner, and nobody is left to take it")
            self.shares[self.able.popleft()].append(number)
