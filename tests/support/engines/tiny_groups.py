"""
Every tiny clean group, so that a search through all can prove that no smaller counterexample exists.

Members are C0, C1 ..., topics t0 and t1, in name order, and all claims have one generation. Every pattern of
subscriptions and ownership occurs. Only other names and other orders of the lists are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from kafka_assay.assignors.model import Group, TopicPartition, group_of

MEMBERS, PARTITIONS = 3, 4
"""The size of the largest tiny group."""


def tiny_groups() -> Iterator[Group]:
    """
    All tiny groups: fewer members first, then fewer partitions.

    >>> len(list(tiny_groups()))
    10536
    """
    for members in range(1, MEMBERS + 1):
        for partitions in range(1, PARTITIONS + 1):
            for counts in [(partitions,), *((first, partitions - first) for first in range(1, partitions))]:
                yield from _groups(members, counts)


def _groups(members: int, counts: tuple[int, ...]) -> Iterator[Group]:
    topics = {f"t{place}": count for place, count in enumerate(counts)}
    names = [f"C{place}" for place in range(members)]
    choices = [["t0"]] if len(counts) == 1 else [["t0"], ["t1"], ["t0", "t1"]]
    claims = [TopicPartition(topic, one) for topic, count in topics.items() for one in range(count)]
    for subscriptions in product(choices, repeat=members):
        listed = dict(zip(names, subscriptions, strict=True))
        may_own = [[None, *(name for name in names if claim.topic in listed[name])] for claim in claims]
        for owners in product(*may_own):
            owned: dict[str, dict[str, list[int]]] = {}
            for claim, owner in zip(claims, owners, strict=True):
                if owner is not None:
                    owned.setdefault(owner, {}).setdefault(claim.topic, []).append(claim.partition)
            yield group_of(topics, listed, owned, generation=1)
