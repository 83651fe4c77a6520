from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.assignors.reference.roundrobin import ShuffledRoundRobinAssignor
from tests.assignors.reference.answers import answer, lagging_group, question

NAMES = "host1-a host1-b host2-a host2-b host3-a host3-b"
GROUP = question({"t": 6}, NAMES)
ORDER_OF_SEED_0 = ["host3-a", "host2-b", "host3-b", "host1-a", "host2-a", "host1-b"]
ORDER_OF_SEED_1 = ["host3-a", "host3-b", "host1-a", "host2-b", "host1-b", "host2-a"]


def order(group: Group, seed: int = 0) -> list[str]:
    """Return the members in the order in which they are served: one topic, a partition for each."""
    given = ShuffledRoundRobinAssignor(seed=seed).assign(group)
    return sorted(given, key=lambda member: given[member]["t"])


def test_same_group_gets_the_same_order() -> None:
    assignor = ShuffledRoundRobinAssignor(seed=3)

    assert assignor.assign(GROUP) == assignor.assign(GROUP) == ShuffledRoundRobinAssignor(seed=3).assign(GROUP)


def test_order_does_not_depend_on_the_python_release() -> None:
    assert ORDER_OF_SEED_0 == order(GROUP)
    assert ORDER_OF_SEED_1 == order(GROUP, 1)


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_other_processes_give_the_same_order(hash_seed: str) -> None:
    """Spark's workers have other hash seeds."""
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
    """600 seeds give each order of three members, none more than twice as often as expected."""
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
        lagging_group({"t": [1, 1, 1, 1, 1, 1]}, NAMES),
    ],
)
def test_any_change_of_the_group_changes_the_order(changed: Group) -> None:
    """For some of ten seeds."""
    assert [order(GROUP, seed) for seed in range(10)] != [order(changed, seed) for seed in range(10)]


def test_group_name_and_assumptions_do_not_change_the_order() -> None:
    named = replace(GROUP, name="payments", assumptions=("that all read all",))

    assert order(GROUP) == order(named)


def test_loads_stay_even_and_partitions_move() -> None:
    topics = {f"t{number}": 4 for number in range(12)}
    given = ShuffledRoundRobinAssignor().assign(question(topics, NAMES))

    again = question(topics, NAMES, given)
    moved = ShuffledRoundRobinAssignor().assign(again)

    assert {8} == set(loads(again, moved).values())
    assert stickiness(valid_owners(again), moved).kept < 48 / 2


def test_first_topic_reaches_every_host() -> None:
    """Signal's case: thirty seeds put its two partitions on every host."""
    group = question({"Aardvark": 2, "Zebra": 4}, NAMES)

    hosts = {
        member.partition("-")[0]
        for seed in range(30)
        for member, topics in ShuffledRoundRobinAssignor(seed=seed).assign(group).items()
        if "Aardvark" in topics
    }

    assert {"host1", "host2", "host3"} == hosts
