from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import loads, unassigned_partitions
from kafka_assay.assignors.reference.known_failures import STOPPED_TOO_EARLY
from kafka_assay.assignors.reference.server_uniform import ServerUniformAssignor
from tests.assignors.reference.answers import answer, question
from tests.assignors.reference.random_groups import random_groups


def test_any_member_may_keep_the_extra() -> None:
    """KAFKA-18688: the last member owns two of three, the group is balanced, nothing moves."""
    owned = answer(A="t-2", B="t-0 t-1")

    given = ServerUniformAssignor().assign(question({"t": 3}, "A B", owned))

    assert owned == given


@pytest.mark.parametrize(("partitions", "counts"), [(2, (0, 1, 1)), (4, (1, 1, 2)), (5, (1, 2, 2))])
def test_unowned_extras_go_to_the_last_members(partitions: int, counts: tuple[int, ...]) -> None:
    """Kafka 4.0.1 to 4.4.0; 4.0.0 gave them to the first: 1/1/0, 2/1/1 and 2/2/1."""
    group = question({"t": partitions}, "A B C")

    assert counts == tuple(loads(group, ServerUniformAssignor().assign(group)).values())


def test_unowned_partitions_are_assigned_before_revoked_ones() -> None:
    """C gives up t-2 and t-3; A gets the unowned t-4 and t-5, and B what C gave up."""
    group = question({"t": 6}, "A B C", answer(C="t-0 t-1 t-2 t-3"))

    given = ServerUniformAssignor().assign(group)

    assert answer(A="t-4 t-5", B="t-2 t-3", C="t-0 t-1") == given


def test_extra_stays_with_the_first_member_above_the_quota() -> None:
    """Seven partitions, three members: B and C own three, B keeps the extra."""
    group = question({"t": 7}, "A B C", answer(A="t-6", B="t-0 t-1 t-2", C="t-3 t-4 t-5"))

    given = ServerUniformAssignor().assign(group)

    assert answer(A="t-5 t-6", B="t-0 t-1 t-2", C="t-3 t-4") == given


def test_rest_fills_one_member_after_the_other() -> None:
    """In a new group A gets its quota before B gets anything."""
    given = ServerUniformAssignor().assign(question({"a": 2, "b": 3}, "A B"))

    assert answer(A="a-0 a-1", B="b-0 b-1 b-2") == given


def test_least_loaded_members_get_partitions_first() -> None:
    """Topics with most partitions per subscriber come first."""
    given = ServerUniformAssignor().assign(question({"a": 1, "b": 4}, {"A": "a b", "B": "b", "C": "a b"}))

    assert answer(A="b-0 b-3", B="b-1", C="a-0 b-2") == given


def test_highest_ids_move_from_most_to_least_loaded() -> None:
    """B joins on t only, and takes from A, which keeps its lowest ids and its u."""
    group = question({"t": 4, "u": 1}, {"A": "t u", "B": "t"}, answer(A="t-0 t-1 t-2 t-3 u-0"))

    given = ServerUniformAssignor().assign(group)

    assert answer(A="t-0 t-1 u-0", B="t-2 t-3") == given


def test_first_giver_replaces_a_giver_without_partitions() -> None:
    """As Kafka 4.4.0 answered: a has nothing of u, so d takes its turn, after c."""
    wanted = {"a": "t u", "b": "u", "c": "t u", "d": "t u", "e": "u"}
    group = question({"t": 8, "u": 4}, wanted, answer(c="u-0 u-1", d="u-2 u-3"))

    given = ServerUniformAssignor().assign(group)

    assert answer(a="t-0 t-1 t-2", b="u-0 u-3", c="t-3 t-5 t-6", d="t-4 t-7", e="u-1 u-2") == given


def test_previous_owner_gets_no_preference() -> None:
    """D owned t-0 at an older generation."""
    group = question(
        {"t": 4, "u": 1}, {"B": "t", "D": "t u"}, answer(B="t-0 t-1 t-2 t-3", D="t-0"), generations={"B": 2, "D": 1}
    )

    given = ServerUniformAssignor().assign(group)

    assert answer(B="t-0 t-1 t-2", D="t-3 u-0") == given


def test_partition_claimed_twice_has_no_owner() -> None:
    """Kafka's class throws on it; a coordinator never holds such claims."""
    given = ServerUniformAssignor().assign(question({"t": 1}, "A B", answer(A="t-0", B="t-0")))

    assert answer(A="", B="t-0") == given


@pytest.mark.parametrize(
    ("subscriptions", "given"),
    [
        ({"A": "t", "B": "t t"}, answer(A="t-0", B="t-1 t-2")),
        ({"A": "t gone", "B": "gone t"}, answer(A="t-0", B="t-1 t-2")),
        ({"A": "t gone", "B": "t"}, answer(A="t-0 t-2", B="t-1")),
    ],
)
def test_equal_sets_of_topic_names_select_the_quota_path(
    subscriptions: dict[str, str], given: dict[str, dict[str, list[int]]]
) -> None:
    """As in the coordinator, missing topics count."""
    assert given == ServerUniformAssignor().assign(question({"t": 3}, subscriptions))


@pytest.mark.parametrize("dirty", [False, True])
def test_answers_are_complete_and_stable(dirty: bool) -> None:
    """The answer, given as owned, moves nothing."""
    for group in random_groups(Random(17710), 1500, dirty=dirty):
        given = ServerUniformAssignor().assign(group)
        topics = {topic.name: topic.partitions for topic in group.topics}
        subscriptions = {member.id: " ".join(member.subscription) for member in group.members}

        again = ServerUniformAssignor().assign(question(topics, subscriptions, given))

        assert [] == unassigned_partitions(group, given), group
        assert given == again, group


def helpful_hand_overs(group: Group) -> int:
    """Return how many members of a chain could give the next one a partition, being at least two ahead."""
    given = ServerUniformAssignor().assign(group)
    load = loads(group, given)
    return sum(
        load[one] - load[following] >= 2 and f"t{place}" in given[one]
        for place, (one, following) in enumerate(pairwise(load))
    )


def test_long_chain_is_uneven_after_sixteen_laps() -> None:
    """The smallest group found; with one partition less in any topic, 16 laps suffice."""
    group = group_from_json(json.loads(STOPPED_TOO_EARLY[0].group))
    smaller = [
        replace(group, topics=tuple(replace(one, partitions=one.partitions - (one is topic)) for one in group.topics))
        for topic in group.topics
    ]

    assert helpful_hand_overs(group) > 0
    assert [0] * len(smaller) == [helpful_hand_overs(one) for one in smaller]
