from __future__ import annotations

from random import Random

from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.lag_global import GlobalLagAssignor
from tests.assignors.reference.answers import answer, lag_of, lagging_group
from tests.assignors.reference.random_groups import random_lagging_groups


def one_by_one(group: Group) -> Assignment:
    """Assign one partition at a time, to the least of (count, lag, member id) over the group."""
    given: Assignment = {member.id: {} for member in group.members}
    standing = {member.id: (0, 0, kafka_order(member.id)) for member in group.members}
    waiting = [
        (-lag, kafka_order(topic.name), partition, topic.name)
        for topic in group.topics
        for partition, lag in enumerate(lags(topic, group.auto_offset_reset))
    ]
    for less, _, partition, name in sorted(waiting):
        able = [member.id for member in group.members if name in member.subscription]
        if able:
            taker = min(able, key=standing.__getitem__)
            count, total, by_name = standing[taker]
            standing[taker] = count + 1, total - less, by_name
            given[taker].setdefault(name, []).append(partition)
    return {member: {name: sorted(ids) for name, ids in topics.items()} for member, topics in given.items()}


def test_answers_equal_the_rule_one_partition_at_a_time() -> None:
    """Five hundred random groups, most with unequal subscriptions."""
    for group in random_lagging_groups(Random(25), 500):
        assert one_by_one(group) == GlobalLagAssignor().assign(group)


def test_topics_are_counted_together() -> None:
    """Ten topics of one partition each go five and five."""
    given = GlobalLagAssignor().assign(lagging_group({f"t{number}": [0] for number in range(10)}, "A B"))

    assert [5, 5] == [len(topics) for topics in given.values()]


def test_lags_are_even_over_the_group() -> None:
    """A lag of 90 in each of two topics: one each."""
    topics = {"t0": [90], "t1": [90]}

    given = GlobalLagAssignor().assign(lagging_group(topics, "A B"))

    assert {"A": 90, "B": 90} == lag_of(topics, given)


def test_one_topic_is_assigned_as_in_the_readme() -> None:
    given = GlobalLagAssignor().assign(lagging_group({"t0": [100_000, 50_000, 60_000]}, "C0 C1"))

    assert answer(C0="t0-0", C1="t0-1 t0-2") == given


def test_member_with_few_topics_gets_its_share_from_them() -> None:
    """A already has t0's lag, so all of t1 goes to B."""
    given = GlobalLagAssignor().assign(lagging_group({"t0": [9], "t1": [5, 5]}, {"A": "t0 t1", "B": "t1"}))

    assert answer(A="t0-0", B="t1-0 t1-1") == given


def test_largest_lags_are_summed_exactly() -> None:
    most = 2**63 - 1

    given = GlobalLagAssignor().assign(lagging_group({"t0": [most, most, 0, 0]}, "A B"))

    assert answer(A="t0-0 t0-2", B="t0-1 t0-3") == given
