"""The present claim rule again, one partition at a time. It shares no code with the reference."""

from __future__ import annotations

from collections.abc import Iterable

from kafka_assay.assignors.model import Group, TopicPartition


def claims_slowly(
    group: Group, partitions: Iterable[TopicPartition]
) -> tuple[dict[TopicPartition, str], set[TopicPartition]]:
    """Return the owners, and the partitions that two members claimed at one generation, newer claims or not."""
    holders: dict[TopicPartition, str] = {}
    disputed: set[TopicPartition] = set()
    for tp in partitions:
        newest, holder = None, None
        for member in group.members:
            if tp in member.claims():
                generation = member.claimed_generation()
                if newest is None or generation > newest:
                    newest, holder = generation, member.id
                elif generation == newest:
                    holder = None
                    disputed.add(tp)
        if holder is not None:
            holders[tp] = holder
    return holders, disputed
