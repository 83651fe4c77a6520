"""Find the optimum by trying every assignment: simple enough to trust, for a handful of partitions."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import log2

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners
from kafka_assay.oracle.build_optimum import build_optimum
from kafka_assay.oracle.optimum import Optimum

MOST_ASSIGNMENTS = 1_000_000
"""The most assignments to try: a few seconds of work."""


def solve(group: Group) -> Optimum:
    """The optimum of `group`. Raises `AssayError` where there are more than a million assignments to try."""
    subscribers = {t.name: sorted(m.id for m in group.members if t.name in m.subscription) for t in group.topics}
    if sum(t.partitions * log2(len(subscribers[t.name]) or 1) for t in group.topics) > log2(MOST_ASSIGNMENTS):
        raise AssayError(f"more than {MOST_ASSIGNMENTS} assignments to try: too many for the exhaustive engine")
    partitions = sorted(unassigned_partitions(group, {}))
    owners = valid_owners(group)

    def cost(holders: tuple[str, ...]) -> tuple[int, int]:
        kept = sum(owners.get(partition) == holder for partition, holder in zip(partitions, holders, strict=True))
        return sum(load * load for load in Counter(holders).values()), -kept

    best = min(product(*(subscribers[topic] for topic, _ in partitions)), key=cost)
    return build_optimum(group, dict(zip(partitions, best, strict=True)), engine="exhaustive")
