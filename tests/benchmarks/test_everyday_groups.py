"""Everyday groups: clean by the traits of the input families, of the sizes that are said, and drawn independently."""

from __future__ import annotations

from collections import Counter

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.benchmarks.everyday_groups import everyday_group
from kafka_assay.properties.measures.terms import count_assignable, has_equal_subscriptions
from kafka_assay.properties.measures.traits import traits

GROUPS = [everyday_group(number) for number in range(2_000)]


def test_all_groups_are_clean() -> None:
    """Nothing is special about any of them; many small topics are a matter of size."""
    found = {trait for group in GROUPS for trait in traits(group)}

    assert found <= {"many-small-topics"}


def test_sizes_are_those_of_the_text() -> None:
    """Both ends are reached, and half of the groups are below what the logarithm's middle says."""
    members = sorted(len(group.members) for group in GROUPS)
    partitions = sorted(count_assignable(group) for group in GROUPS)

    assert (2, 20) == (members[0], members[-1])
    assert 60 == partitions[-1]
    assert 5 <= members[1_000] <= 7
    assert max(len(group.topics) for group in GROUPS) == 8


def test_half_of_the_groups_have_equal_subscriptions() -> None:
    """Half are drawn so; some of the others turn out so."""
    equal = sum(map(has_equal_subscriptions, GROUPS))

    assert 1_000 <= equal <= 1_200


def test_every_topic_is_read_and_somebody_owned_something_nearly_always() -> None:
    """A group without owners asks nothing of stickiness."""
    unread = [group for group in GROUPS if count_assignable(group) < sum(topic.partitions for topic in group.topics)]
    unowned = [group for group in GROUPS if not valid_owners(group)]

    assert [] == unread
    assert len(unowned) < 40


def test_most_groups_have_something_to_do_and_some_nothing() -> None:
    """Partitions without an owner, and members without a generation: who has come."""
    seen = Counter(_happened(group) for group in GROUPS)

    assert {"somebody came", "partitions are free", "all is as it was"} <= seen.keys()
    assert min(seen.values()) > 100


def test_another_seed_is_another_sample() -> None:
    """And the same seed is the same."""
    assert GROUPS[3] == everyday_group(3)
    assert GROUPS[3] != everyday_group(3, seed=1)


def _happened(group: Group) -> str:
    if any(member.generation is None for member in group.members):
        return "somebody came"
    return "partitions are free" if len(valid_owners(group)) < count_assignable(group) else "all is as it was"
