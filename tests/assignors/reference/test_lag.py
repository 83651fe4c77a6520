"""`lag`: by topic, counts first, then lags. The gaps of the README that it comes from are pinned here."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.reference.lag import LagAssignor
from tests.assignors.reference.answers import answer, lag_of, lagging
from tests.assignors.reference.random_groups import random_lagging_groups

README = {"t0": [100_000, 50_000, 60_000]}


def one_by_one(group: Group) -> Assignment:
    """The rule as it is told: one partition at a time, to the least of (count, lag, member id) within the topic."""
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


def test_the_readmes_example_has_the_readmes_totals() -> None:
    """C0 has a lag of 100,000 and C1 one of 110,000."""
    given = LagAssignor().assign(lagging(README, "C0 C1"))

    assert answer(C0="t0-0", C1="t0-1 t0-2") == given
    assert {"C0": 100_000, "C1": 110_000} == lag_of(README, given)


def test_rounds_are_one_partition_at_a_time() -> None:
    """Five hundred random groups: who has least chooses first, round after round, is the rule as it is told."""
    for group in random_lagging_groups(Random(4), 500):
        assert one_by_one(group) == LagAssignor().assign(group)


def test_both_counters_start_again_with_every_topic() -> None:
    """Ten topics of one partition: the first member gets all ten, whatever the lags."""
    topics = {f"t{number}": [number * 7 % 10] for number in range(10)}

    given = LagAssignor().assign(lagging(topics, "A B"))

    assert (10, {}) == (len(given["A"]), given["B"])


def test_lag_is_not_even_over_the_group() -> None:
    """Against the README's stated goal: one lag of 90 in each of two topics makes 180 and 0."""
    topics = {"t0": [90], "t1": [90]}

    given = LagAssignor().assign(lagging(topics, "A B"))

    assert {"A": 180, "B": 0} == lag_of(topics, given)


def test_counts_come_before_lags() -> None:
    """100, 1, 1, 1 are shared as 101 and 2, although 100 and 3 would be more even."""
    topics = {"t": [100, 1, 1, 1]}

    given = LagAssignor().assign(lagging(topics, "A B"))

    assert {"A": 101, "B": 2} == lag_of(topics, given)


def test_ties_go_to_the_lower_id_and_the_smaller_name() -> None:
    """Equal lags in the order of ids, to members in the order of Kafka's strings: `C10` before `C2`."""
    given = LagAssignor().assign(lagging({"t": [5, 5, 5]}, "C2 C10"))

    assert answer(C2="t-1", C10="t-0 t-2") == given


def test_instance_ids_do_not_matter() -> None:
    """A static member does not come first."""
    group = lagging({"t": [5]}, "a b")
    static = replace(group, members=(group.members[0], replace(group.members[1], instance_id="0")))

    assert answer(a="t-0", b="") == LagAssignor().assign(static)


def test_the_reset_decides_where_nothing_is_committed() -> None:
    """With `earliest` the partition with the longest log comes first, with `latest` the first by id."""
    group = lagging({"t": [1, 9]}, "A B")
    fresh = replace(group, topics=(replace(group.topics[0], committed_offsets=None),))

    given = [LagAssignor().assign(replace(fresh, auto_offset_reset=reset)) for reset in ("earliest", "latest")]

    assert [answer(A="t-1", B="t-0"), answer(A="t-0", B="t-1")] == given


def test_within_a_topic_counts_and_lags_stay_close() -> None:
    """Counts differ by one at most, and lags by no more than the topic's largest one."""
    for group in random_lagging_groups(Random(7), 300):
        given = LagAssignor().assign(group)

        for topic in group.topics:
            lag = lags(topic, group.auto_offset_reset)
            shares = [given[one.id].get(topic.name, []) for one in group.members if topic.name in one.subscription]
            counts, totals = [[len(ids) for ids in shares], [sum(lag[p] for p in ids) for ids in shares]]
            assert max(counts, default=0) - min(counts, default=0) <= 1
            assert max(totals, default=0) - min(totals, default=0) <= max(lag, default=0)
