"""Tests of the references that deal by lag."""

from __future__ import annotations

from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.lag import GlobalLagAssignor, LagAssignor
from kafka_assay.properties.input_families import FAMILIES
from tests.assignors.reference.answers import drawn_groups, lagging_group


def assign_one_by_one(group: Group, *, restarts: bool) -> Assignment:
    """Assign one partition at a time, to the least of (count, lag, member id) so far; `restarts` with each topic."""
    given: Assignment = {member.id: {} for member in group.members}
    standing = {member.id: (0, 0, kafka_order(member.id)) for member in group.members}
    waiting = [
        (kafka_order(topic.name) if restarts else "", -lag, kafka_order(topic.name), partition, topic.name)
        for topic in group.topics
        for partition, lag in enumerate(lags(topic, group.auto_offset_reset))
    ]
    latest = None
    for _, less, _, partition, name in sorted(waiting):
        if restarts and name != latest:
            standing, latest = {member: (0, 0, by_name) for member, (*_, by_name) in standing.items()}, name
        able = [member.id for member in group.members if name in member.subscription]
        if able:
            taker = min(able, key=standing.__getitem__)
            count, total, by_name = standing[taker]
            standing[taker] = count + 1, total - less, by_name
            given[taker].setdefault(name, []).append(partition)
    return {member: {name: sorted(ids) for name, ids in topics.items()} for member, topics in given.items()}


def test_answers_equal_the_rule_one_partition_at_a_time() -> None:
    """No other program computes `lag-global`."""
    for group in drawn_groups(50, *FAMILIES):
        assert assign_one_by_one(group, restarts=True) == LagAssignor().assign(group)
        assert assign_one_by_one(group, restarts=False) == GlobalLagAssignor().assign(group)


def test_counters_restart_with_each_topic_unless_they_are_global() -> None:
    """Ten topics of one partition: the first member gets all ten, or five."""
    topics = {f"t{number}": [number * 7 % 10] for number in range(10)}
    group = lagging_group(topics, "A B")

    assert [[10, 0], [5, 5]] == [
        [len(mine) for mine in assignor.assign(group).values()] for assignor in (LagAssignor(), GlobalLagAssignor())
    ]
