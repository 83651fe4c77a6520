from __future__ import annotations

from dataclasses import replace
from random import Random

from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.reference.lag import LagAssignor
from tests.assignors.reference.answers import answer, lag_of, lagging_group
from tests.assignors.reference.random_groups import random_lagging_groups

README = {"t0": [100_000, 50_000, 60_000]}


def one_by_one(group: Group) -> Assignment:
    """Assign one partition at a time, to the least of (count, lag, member id) within the topic."""
    given: Assignment = {member.id: {} for member in group.members}
    for topic in group.topics:
        able = [member.id for member in group.members if topic.name in member.subscription]
        lag = lags(topic, group.auto_offset_reset)
        standing = {member: (0, 0, member.encode("utf-16-be")) for member in able}
        for partition in sorted(range(topic.partitions), key=lambda p: (-lag[p], p)) if able else ():
            taker = min(able, key=standing.__getitem__)
            count, total, name = standing[taker]
            standing[taker] = count + 1, total + lag[partition], name
            given[taker].setdefault(topic.name, []).append(partition)
            given[taker][topic.name].sort()
    return given


def test_readme_example_has_the_readmes_totals() -> None:
    given = LagAssignor().assign(lagging_group(README, "C0 C1"))

    assert answer(C0="t0-0", C1="t0-1 t0-2") == given
    assert {"C0": 100_000, "C1": 110_000} == lag_of(README, given)


def test_answers_equal_the_rule_one_partition_at_a_time() -> None:
    """Five hundred random groups."""
    for group in random_lagging_groups(Random(4), 500):
        assert one_by_one(group) == LagAssignor().assign(group)


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
