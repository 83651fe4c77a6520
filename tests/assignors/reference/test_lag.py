from __future__ import annotations

from dataclasses import replace
from random import Random

from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.lag import GlobalLagAssignor, LagAssignor
from tests.assignors.reference.answers import answer, lag_of, lagging_group
from tests.assignors.reference.random_groups import random_lagging_groups

README = {"t0": [100_000, 50_000, 60_000]}


def assign_one_by_one(group: Group, *, restarts: bool) -> Assignment:
    """Assign one partition at a time, to the least of (count, lag, member id) so far; `restarts` with each topic."""
    given: Assignment = {member.id: {} for member in group.members}
    standing = {member.id: (0, 0, kafka_order(member.id)) for member in group.members}
    waiting = [
        (kafka_order(topic.name) if restarts else b"", -lag, kafka_order(topic.name), partition, topic.name)
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


def test_readme_example_has_the_readmes_totals() -> None:
    given = LagAssignor().assign(lagging_group(README, "C0 C1"))

    assert answer(C0="t0-0", C1="t0-1 t0-2") == given
    assert {"C0": 100_000, "C1": 110_000} == lag_of(README, given)


def test_answers_equal_the_rule_one_partition_at_a_time() -> None:
    """Five hundred random groups, most with unequal subscriptions."""
    for group in random_lagging_groups(Random(25), 500):
        assert assign_one_by_one(group, restarts=True) == LagAssignor().assign(group)
        assert assign_one_by_one(group, restarts=False) == GlobalLagAssignor().assign(group)


def test_counters_restart_with_each_topic() -> None:
    """Ten topics of one partition: the first member gets all ten."""
    topics = {f"t{number}": [number * 7 % 10] for number in range(10)}

    given = LagAssignor().assign(lagging_group(topics, "A B"))

    assert (10, {}) == (len(given["A"]), given["B"])


def test_lag_is_uneven_over_the_group() -> None:
    """Against the README's goal: a lag of 90 in each of two topics gives 180 and 0."""
    topics = {"t0": [90], "t1": [90]}

    given = LagAssignor().assign(lagging_group(topics, "A B"))

    assert {"A": 180, "B": 0} == lag_of(topics, given)


def test_counts_come_before_lags() -> None:
    """100, 1, 1, 1 gives 101 and 2, although 100 and 3 is more even."""
    topics = {"t": [100, 1, 1, 1]}

    given = LagAssignor().assign(lagging_group(topics, "A B"))

    assert {"A": 101, "B": 2} == lag_of(topics, given)


def test_ties_go_to_the_lower_id_and_the_smaller_name() -> None:
    """Names in Kafka's string order: `C10` before `C2`."""
    given = LagAssignor().assign(lagging_group({"t": [5, 5, 5]}, "C2 C10"))

    assert answer(C2="t-1", C10="t-0 t-2") == given


def test_instance_ids_are_ignored() -> None:
    group = lagging_group({"t": [5]}, "a b")
    static = replace(group, members=(group.members[0], replace(group.members[1], instance_id="0")))

    assert answer(a="t-0", b="") == LagAssignor().assign(static)


def test_reset_decides_without_a_commit() -> None:
    """`earliest` puts the longest partition first, `latest` the lowest id."""
    group = lagging_group({"t": [1, 9]}, "A B")
    fresh = replace(group, topics=(replace(group.topics[0], committed_offsets=None),))

    given = [LagAssignor().assign(replace(fresh, auto_offset_reset=reset)) for reset in ("earliest", "latest")]

    assert [answer(A="t-1", B="t-0"), answer(A="t-0", B="t-1")] == given


def test_counts_and_lags_stay_close_within_a_topic() -> None:
    """Counts differ by at most one, lags by at most the topic's largest."""
    for group in random_lagging_groups(Random(7), 300):
        given = LagAssignor().assign(group)

        for topic in group.topics:
            lag = lags(topic, group.auto_offset_reset)
            shares = [given[one.id].get(topic.name, []) for one in group.members if topic.name in one.subscription]
            counts, totals = [[len(ids) for ids in shares], [sum(lag[p] for p in ids) for ids in shares]]
            assert max(counts, default=0) - min(counts, default=0) <= 1
            assert max(totals, default=0) - min(totals, default=0) <= max(lag, default=0)


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
