"""Tests that everyday groups are clean, have the stated sizes and are independent."""

from __future__ import annotations

from collections import Counter

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.benchmarks.workload_group import everyday_group
from kafka_assay.properties.measures.subscriptions import count_assignable, has_equal_subscriptions
from kafka_assay.properties.measures.traits import traits

GROUPS = [everyday_group(number) for number in range(2_000)]


def test_all_groups_are_clean() -> None:
    found = {trait for group in GROUPS for trait in traits(group)}

    assert found <= {"many-small-topics"}


def test_sizes_match_the_documentation() -> None:
    members = sorted(len(group.members) for group in GROUPS)
    partitions = sorted(count_assignable(group) for group in GROUPS)

    assert (2, 20) == (members[0], members[-1])
    assert 60 == partitions[-1]
    assert 5 <= members[1_000] <= 7
    assert max(len(group.topics) for group in GROUPS) == 8


def test_half_of_the_groups_have_equal_subscriptions() -> None:
    equal = sum(map(has_equal_subscriptions, GROUPS))

    assert 1_000 <= equal <= 1_200


def test_every_topic_has_a_subscriber_and_nearly_every_group_an_owner() -> None:
    unread = [group for group in GROUPS if count_assignable(group) < sum(topic.partitions for topic in group.topics)]
    unowned = [group for group in GROUPS if not valid_owners(group)]

    assert [] == unread
    assert len(unowned) < 40


def test_groups_with_joiners_unowned_partitions_and_no_change_occur() -> None:
    seen = Counter(_happened(group) for group in GROUPS)

    assert {"somebody came", "partitions are free", "all is as it was"} <= seen.keys()
    assert min(seen.values()) > 100


def test_sample_is_a_function_of_its_seed() -> None:
    assert GROUPS[3] == everyday_group(3)
    assert GROUPS[3] != everyday_group(3, seed=1)


def _happened(group: Group) -> str:
    if any(member.generation is None for member in group.members):
        return "somebody came"
    return "partitions are free" if len(valid_owners(group)) < count_assignable(group) else "all is as it was"
