"""Much smaller groups: remove many members, topics, partitions or claims at once."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Claims, Group
from kafka_assay.properties.shrink.shrinker import Half
from kafka_assay.properties.shrink.together import partitions_of, without_partitions
from kafka_assay.properties.shrink.topics import without_topics


def _without_members(group: Group, gone: slice) -> Group | None:
    members = (*group.members[: gone.start], *group.members[gone.stop :])
    return replace(group, members=members) if members else None


def _without_topics(group: Group, gone: slice) -> Group | None:
    topics = (*group.topics[: gone.start], *group.topics[gone.stop :])
    return without_topics(group, {topic.name for topic in group.topics[gone]}) if topics else None


def _without_partitions(group: Group, gone: slice) -> Group | None:
    return without_partitions(group, partitions_of(group)[gone])


def _claims(group: Group) -> int:
    return sum(len(member.claims()) for member in group.members)


def _without_claims(group: Group, gone: slice) -> Group:
    members, first = [], 0
    for member in group.members:
        kept: Claims = ()
        for topic, ids in member.owned:
            left = tuple(one for number, one in enumerate(ids, first) if not gone.start <= number < gone.stop)
            kept = (*kept, (topic, left)) if left else kept
            first += len(ids)
        members.append(replace(member, owned=kept))
    return replace(group, members=tuple(members))


HALVES: tuple[Half[Group], ...] = (
    (lambda group: len(group.members), _without_members),
    (lambda group: len(group.topics), _without_topics),
    (lambda group: len(partitions_of(group)), _without_partitions),
    (_claims, _without_claims),
)
"""For members, topics, partitions and claims: their number in a group, and the group without a slice of them."""
