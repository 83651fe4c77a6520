"""
Earlier claim rules: the holder of a partition with several claimants, before KAFKA-14639 set the current rule.

Kafka changed the rule three times, each time because of a fault. The earlier rules are kept here to show these faults,
and to recognise clients that still use one of them. The current rule is in `claims`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kafka_assay.assignors.reference.claims import Claim
from kafka_assay.assignors.reference.partitions import PartitionNumbering


class RememberedOwners(NamedTuple):
    """
    The owners from which a historic rule starts; members by their places.

    `held[i]` are the numbers that the i-th member holds, each partition once. `copies[i]` are those that it also keeps,
    although another member holds them. `previous` maps a partition to the member that owned it before its holder.
    """

    held: list[list[int]]
    copies: list[list[int]]
    previous: dict[int, int]


def owners_by_kip54(claims: Sequence[Claim]) -> RememberedOwners:
    """
    KIP-54 (Kafka 0.11 to 2.2): claims have no generation, and every member starts with what it claims.

    So a partition that two members claim is assigned twice. If it should move, only the last claimant's copy moves,
    because the code's map from partitions to owners keeps only the last one.

    >>> from kafka_assay.assignors.reference.claims import Claim
    >>> owners_by_kip54([Claim(numbers=[0, 1], generation=4), Claim(numbers=[1], generation=5)])
    RememberedOwners(held=[[0], [1]], copies=[[1], []], previous={})
    """
    holder = {number: place for place, claim in enumerate(claims) for number in claim.numbers}
    return RememberedOwners(
        held=[[number for number in claim.numbers if holder[number] == place] for place, claim in enumerate(claims)],
        copies=[[number for number in claim.numbers if holder[number] != place] for place, claim in enumerate(claims)],
        previous={},
    )


def owners_by_kip341(claims: Sequence[Claim]) -> RememberedOwners:
    """
    KIP-341 (Kafka 2.3 to 2.5.0; with unequal subscriptions to 3.4.0): the newest generation holds.

    Among several claimants of that generation the first holds. The first claimant of the next older generation counts
    as the previous owner. The partition goes to that member if it must move anyway.

    >>> from kafka_assay.assignors.reference.claims import Claim
    >>> old, new = Claim(numbers=[0, 1], generation=4), Claim(numbers=[1], generation=5)
    >>> owners_by_kip341([old, new, Claim(numbers=[1], generation=5)])
    RememberedOwners(held=[[0], [1], []], copies=[[], [], []], previous={1: 0})
    """
    first: dict[int, dict[int, int]] = {}
    for place, claim in enumerate(claims):
        for number in claim.numbers:
            first.setdefault(number, {}).setdefault(claim.generation, place)
    held: list[list[int]] = [[] for _ in claims]
    previous: dict[int, int] = {}
    for number, claimant in first.items():
        newest, *older = sorted(claimant, reverse=True)
        held[claimant[newest]].append(number)
        if older:
            previous[number] = claimant[older[0]]
    return RememberedOwners(held=held, copies=[[] for _ in claims], previous=previous)


def holdings_by_kafka9987(claims: Sequence[Claim]) -> list[list[int]]:
    """
    KAFKA-9987 (Kafka 2.5.1 and later, with equal subscriptions): only members of the newest generation keep claims.

    They keep all that they claim. An older claim does not count, even if no other member contests it. A partition that
    two members of the newest generation claim stays with both; KAFKA-12984 (3.0) took it from both.

    >>> from kafka_assay.assignors.reference.claims import Claim
    >>> old, new = Claim(numbers=[0], generation=4), Claim(numbers=[1, 2], generation=5)
    >>> holdings_by_kafka9987([old, new, Claim(numbers=[2], generation=5)])
    [[], [1, 2], [2]]
    """
    newest = max((claim.generation for claim in claims), default=-1)
    return [claim.numbers if claim.generation == newest else [] for claim in claims]


class SecondOwners:
    """
    A numbering with one additional partition for each number in `copies`, which lists what each member also keeps.

    The current algorithm knows one owner for each partition, which makes it fast. So a second ownership becomes an
    additional partition, of a topic to which only its owner subscribes. It counts as load and can never move.

    `numbers` are the additional partitions of each member. `subscribers` maps their topics to their only subscriber.

    >>> from kafka_assay.assignors.reference.partitions import number_partitions
    >>> second = SecondOwners(number_partitions({"t": 2}, ["t"]), [[], [1]])
    >>> second.numbers, second.subscribers, len(second.numbering)
    ([[], [2]], {'copies of 1': [1]}, 3)
    >>> second.originals([0, 2])
    [0, 1]
    """

    def __init__(self, numbering: PartitionNumbering, copies: Sequence[Sequence[int]]) -> None:
        """Number the copies after all other partitions."""
        self._first = len(numbering)
        self._originals = [number for numbers in copies for number in numbers]
        self.numbers: list[list[int]] = []
        self.subscribers: dict[str, list[int]] = {}
        spans = dict(numbering.spans)
        topic_of, ids = numbering.topic_of.copy(), numbering.ids.copy()
        for member, numbers in enumerate(copies):
            span = range(len(ids), len(ids) + len(numbers))
            self.numbers.append(list(span))
            if not numbers:
                continue
            # No topic name in Kafka contains a space.
            topic = f"copies of {member}"
            topic_of += [len(spans)] * len(span)
            ids += range(len(span))
            spans[topic] = span
            self.subscribers[topic] = [member]
        self.numbering = PartitionNumbering(topics=tuple(spans), spans=spans, topic_of=topic_of, ids=ids)

    def originals(self, numbers: Iterable[int]) -> list[int]:
        """`numbers`, with each copy replaced by the partition itself."""
        return [number if number < self._first else self._originals[number - self._first] for number in numbers]
