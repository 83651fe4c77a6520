"""`shuffled-roundrobin`: any change reshuffles, and any run can be had again."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.assignors.reference.shuffled_roundrobin import ShuffledRoundRobinAssignor
from tests.assignors.reference.answers import answer, lagging, question

NAMES = "host1-a host1-b host2-a host2-b host3-a host3-b"
GROUP = question({"t": 6}, NAMES)
ORDER_OF_SEED_0 = ["host3-a", "host2-b", "host3-b", "host1-a", "host2-a", "host1-b"]
ORDER_OF_SEED_1 = ["host3-a", "host3-b", "host1-a", "host2-b", "host1-b", "host2-a"]


def order(group: Group, seed: int = 0) -> list[str]:
    """The members in the order in which they are served: one topic, a partition for each."""
    given = ShuffledRoundRobinAssignor(seed=seed).assign(group)
    return sorted(given, key=lambda member: given[member]["t"])


def test_the_same_question_is_shuffled_alike() -> None:
    """Repeated, and by another object."""
    assignor = ShuffledRoundRobinAssignor(seed=3)

    assert assignor.assign(GROUP) == assignor.assign(GROUP) == ShuffledRoundRobinAssignor(seed=3).assign(GROUP)


def test_the_order_is_fixed_for_all_time() -> None:
    """It depends on no release of Python: what a record says can be had again anywhere."""
    assert ORDER_OF_SEED_0 == order(GROUP)
    assert ORDER_OF_SEED_1 == order(GROUP, 1)


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_other_processes_shuffle_alike(hash_seed: str) -> None:
    """Spark's workers answer as a plain loop does, whatever their hash seed."""
    script = "from tests.assignors.reference.test_shuffled_roundrobin import GROUP, order; print(*order(GROUP, 7))"

    said = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
    )

    assert order(GROUP, 7) == said.stdout.split()


def test_seeds_give_all_orders() -> None:
    """Over 600 seeds each of the six orders of three members comes up, none more than twice as often as it should."""
    group = question({"t": 3}, "a b c")

    met = [tuple(order(group, seed)) for seed in range(600)]

    assert 6 == len(set(met))
    assert max(met.count(one) for one in set(met)) < 200


@pytest.mark.parametrize(
    "changed",
    [
        question({"t": 7}, NAMES),
        question({"t": 6, "u": 0}, NAMES),
        question({"t": 6}, NAMES, answer(**{"host1-a": "t-0"})),
        replace(GROUP, members=GROUP.members[::-1]),
        replace(GROUP, members=(replace(GROUP.members[0], rack="r"), *GROUP.members[1:])),
        replace(GROUP, auto_offset_reset="earliest"),
        lagging({"t": [1, 1, 1, 1, 1, 1]}, NAMES),
    ],
)
def test_any_change_of_the_group_reshuffles(changed: Group) -> None:
    """For each change some of ten seeds give another order."""
    assert [order(GROUP, seed) for seed in range(10)] != [order(changed, seed) for seed in range(10)]


def test_names_and_assumptions_are_no_change() -> None:
    """What a group is called is not what it says."""
    named = replace(GROUP, name="payments", assumptions=("that all read all",))

    assert order(GROUP) == order(named)


def test_loads_stay_even_and_partitions_move() -> None:
    """The price of shuffling: fed back, far fewer stay where they were than could."""
    topics = {f"t{number}": 4 for number in range(12)}
    given = ShuffledRoundRobinAssignor().assign(question(topics, NAMES))

    again = question(topics, NAMES, given)
    moved = ShuffledRoundRobinAssignor().assign(again)

    assert {8} == set(loads(again, moved).values())
    assert stickiness(valid_owners(again), moved).kept < 48 / 2


def test_the_first_topic_belongs_to_no_host() -> None:
    """Signal's Aardvark: over thirty seeds its two partitions are met on every host."""
    group = question({"Aardvark": 2, "Zebra": 4}, NAMES)

    hosts = {
        member.partition("-")[0]
        for seed in range(30)
        for member, topics in ShuffledRoundRobinAssignor(seed=seed).assign(group).items()
        if "Aardvark" in topics
    }

    assert {"host1", "host2", "host3"} == hosts
