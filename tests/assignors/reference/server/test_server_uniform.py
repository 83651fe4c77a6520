"""`server-uniform`: quotas where subscriptions are equal, water finding its level where they are not."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import loads, unassigned_partitions
from kafka_assay.assignors.reference.known_failures.sixteen_laps import STOPPED_TOO_EARLY
from kafka_assay.assignors.reference.server.server_uniform import ServerUniformAssignor
from tests.assignors.reference.answers import answer, as_sets, question
from tests.assignors.reference.random_groups import random_groups
from tests.assignors.reference.uniform_slowly import UniformSlowly


def test_any_member_may_hold_the_extra() -> None:
    """KAFKA-18688: the last member owns two of three, the group is balanced, and nothing moves."""
    owned = answer(A="t-2", B="t-0 t-1")

    given = ServerUniformAssignor().assign(question({"t": 3}, "A B", owned))

    assert owned == given


@pytest.mark.parametrize(("partitions", "counts"), [(2, (0, 1, 1)), (4, (1, 1, 2)), (5, (1, 2, 2))])
def test_extras_that_nobody_holds_go_to_the_last_members(partitions: int, counts: tuple[int, ...]) -> None:
    """Kafka 4.0.1 to 4.4.0; 4.0.0 gave them to the first: 1/1/0, 2/1/1 and 2/2/1."""
    group = question({"t": partitions}, "A B C")

    assert counts == tuple(loads(group, ServerUniformAssignor().assign(group)).values())


def test_what_nobody_owns_is_taken_before_what_is_given_up() -> None:
    """C gives up t-2 and t-3; A gets t-4 and t-5, which were free, and B what C gave up."""
    group = question({"t": 6}, "A B C", answer(C="t-0 t-1 t-2 t-3"))

    given = ServerUniformAssignor().assign(group)

    assert answer(A="t-4 t-5", B="t-2 t-3", C="t-0 t-1") == given


def test_extras_stay_with_the_first_that_own_more_than_the_quota() -> None:
    """Seven over three: B and C both own three, B keeps the extra, and C gives one up to A."""
    group = question({"t": 7}, "A B C", answer(A="t-6", B="t-0 t-1 t-2", C="t-3 t-4 t-5"))

    given = ServerUniformAssignor().assign(group)

    assert answer(A="t-5 t-6", B="t-0 t-1 t-2", C="t-3 t-4") == given


def test_the_rest_fills_one_member_after_the_other() -> None:
    """A fresh group: A is filled to its quota before B gets anything."""
    given = ServerUniformAssignor().assign(question({"a": 2, "b": 3}, "A B"))

    assert answer(A="a-0 a-1", B="b-0 b-1 b-2") == given


def test_whoever_owns_least_is_given_first() -> None:
    """Topics with most partitions for each subscriber come first; what is unowned goes to the least loaded."""
    given = ServerUniformAssignor().assign(question({"a": 1, "b": 4}, {"A": "a b", "B": "b", "C": "a b"}))

    assert answer(A="b-0 b-3", B="b-1", C="a-0 b-2") == given


def test_the_highest_ids_go_from_the_most_to_the_least_loaded() -> None:
    """B joins on t only, and takes from A, who keeps its lowest ids and its u."""
    group = question({"t": 4, "u": 1}, {"A": "t u", "B": "t"}, answer(A="t-0 t-1 t-2 t-3 u-0"))

    given = ServerUniformAssignor().assign(group)

    assert answer(A="t-0 t-1 u-0", B="t-2 t-3") == given


def test_who_gives_first_takes_the_place_of_who_has_nothing_to_give() -> None:
    """
    When u's turn comes, d, c and a have most, and give in that order: u-3 and u-1 go. But a has nothing of u, and d
    takes its place, behind c: now u-0 goes before u-2. So kafka-group-coordinator 4.4.0 answered.
    """
    wanted = {"a": "t u", "b": "u", "c": "t u", "d": "t u", "e": "u"}
    group = question({"t": 8, "u": 4}, wanted, answer(c="u-0 u-1", d="u-2 u-3"))

    given = ServerUniformAssignor().assign(group)

    assert answer(a="t-0 t-1 t-2", b="u-0 u-3", c="t-3 t-5 t-6", d="t-4 t-7", e="u-1 u-2") == given


def test_nobody_gets_back_what_it_had_before() -> None:
    """D owned t-0 at an older generation; of the partitions that B must give up it gets the highest, like anybody."""
    group = question(
        {"t": 4, "u": 1}, {"B": "t", "D": "t u"}, answer(B="t-0 t-1 t-2 t-3", D="t-0"), generations={"B": 2, "D": 1}
    )

    given = ServerUniformAssignor().assign(group)

    assert answer(B="t-0 t-1 t-2", D="t-3 u-0") == given


def test_a_partition_claimed_twice_has_no_owner() -> None:
    """Kafka's class throws on it; a coordinator never holds such. Here the claims void each other."""
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
def test_names_tell_which_path_is_taken(subscriptions: dict[str, str], given: dict[str, dict[str, list[int]]]) -> None:
    """
    The coordinator compares sets of names, those of missing topics included: quotas where they are the same, else one
    by one.
    """
    assert given == ServerUniformAssignor().assign(question({"t": 3}, subscriptions))


@pytest.mark.parametrize("dirty", [False, True])
def test_the_fast_way_and_the_slow_way_agree(dirty: bool) -> None:
    """Numbers and levels change nothing: random groups end as the rule, told slowly, says."""
    for group in random_groups(Random(18688), 800, dirty=dirty):
        given = ServerUniformAssignor().assign(group)

        assert as_sets(UniformSlowly(group).assign()) == as_sets(given), group


@pytest.mark.parametrize("dirty", [False, True])
def test_every_answer_is_complete_and_comes_again(dirty: bool) -> None:
    """Nothing is left out, and the answer, fed back, moves nothing."""
    for group in random_groups(Random(17710), 1500, dirty=dirty):
        given = ServerUniformAssignor().assign(group)
        topics = {topic.name: topic.partitions for topic in group.topics}
        subscriptions = {member.id: " ".join(member.subscription) for member in group.members}

        again = ServerUniformAssignor().assign(question(topics, subscriptions, given))

        assert [] == unassigned_partitions(group, given), group
        assert given == again, group


def helpful_hand_overs(group: Group) -> int:
    """How many members of a chain end with at least two partitions more than the next one, and could hand one on."""
    given = ServerUniformAssignor().assign(group)
    load = loads(group, given)
    return sum(
        load[one] - load[following] >= 2 and f"t{place}" in given[one]
        for place, (one, following) in enumerate(pairwise(load))
    )


def test_a_long_chain_is_not_level_after_sixteen_laps() -> None:
    """The smallest group found on which the limit shows; one partition fewer in any of its topics, and 16 laps do."""
    group = group_from_json(json.loads(STOPPED_TOO_EARLY[0].group))
    smaller = [
        replace(group, topics=tuple(replace(one, partitions=one.partitions - (one is topic)) for one in group.topics))
        for topic in group.topics
    ]

    assert helpful_hand_overs(group) > 0
    assert [0] * len(smaller) == [helpful_hand_overs(one) for one in smaller]
