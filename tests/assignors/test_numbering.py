from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.numbering import NOBODY, Numbering, newest_claimants
from kafka_assay.assignors.ownership import valid_owners_by_topic
from studies.engines.random_groups import random_group


def claimants(group: Group) -> dict[str, list[str | None]]:
    """Return topic -> the newest claimant of each partition."""
    ids, topics = group.member_ids(), list(group.partition_counts())
    sizes = np.array([topic.partitions for topic in group.topics], dtype=np.int64)
    found = iter(newest_claimants(group, Numbering(ids), Numbering(topics), sizes).tolist())
    return {
        topic.name: [None if number == NOBODY else ids[number] for number in islice(found, topic.partitions)]
        for topic in group.topics
    }


@pytest.mark.parametrize("sizes", [{}, {"members": 12, "topics": 6, "partitions": 12}])
def test_newest_claimants_that_subscribe_are_the_valid_owners(sizes: dict[str, int]) -> None:
    for seed in range(300):
        group = random_group(seed, **sizes)
        subscriptions = {member.id: member.subscription for member in group.members}

        assert valid_owners_by_topic(group) == {
            topic: {
                partition: member
                for partition, member in enumerate(listed)
                if member is not None and topic in subscriptions[member]
            }
            for topic, listed in claimants(group).items()
        }


@pytest.mark.parametrize("partition", [-(10**30), -1, 2, 2**31, 2**63, 10**30])
def test_claim_on_a_partition_that_does_not_exist_changes_nothing(partition: int) -> None:
    member = Member(id="a", subscription=("t",), owned=(("t", (partition, 1)), ("gone", (0,))))

    assert {"t": [None, "a"]} == claimants(Group(topics=(Topic(name="t", partitions=2),), members=(member,)))


def test_generations_of_any_size_are_compared() -> None:
    newest = Member(id="a", subscription=(), owned=(("t", (0,)),), generation=10**30)
    older = Member(id="b", subscription=(), owned=(("t", (0, 1)),), generation=10**29)

    assert {"t": ["a", "b"]} == claimants(Group(topics=(Topic(name="t", partitions=2),), members=(older, newest)))
