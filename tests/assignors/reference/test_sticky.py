"""The parts of the sticky family: subscriptions, claims, the log of moves, and racks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.model import Group, Member
from kafka_assay.assignors.reference.claims import Claim, outdated_owners, resolve_by_newest, sticky_claims
from kafka_assay.assignors.reference.historic_claims import holdings_by_kafka9987, owners_by_kip54, owners_by_kip341
from kafka_assay.assignors.reference.historic_sticky import batches_by_topic, peeling_order
from kafka_assay.assignors.reference.levelling import MoveLog, SubscribedTopic
from kafka_assay.assignors.reference.partitions import number_partitions
from kafka_assay.assignors.reference.racks import do_racks_decide, rack_of
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.assignors.reference.subscribers import subscriptions_are_equal
from tests.assignors.reference.answers import drawn_groups, question


def claim(generation: int, *numbers: int) -> Claim:
    return Claim(numbers=list(numbers), generation=generation)


@pytest.mark.parametrize(
    ("equal", "subscriptions"),
    [
        (False, {}),
        (False, {"A": ""}),
        (True, {"A": "t"}),
        (True, {"A": "gone", "B": "gone"}),
        (True, {"A": "t u", "B": "u t"}),
        (False, {"A": "t t"}),
        (False, {"A": "t t", "B": "t"}),
        (False, {"A": "t u", "B": "t"}),
        (False, {"A": "t u", "B": "t t"}),
        (False, {"A": "t u", "B": "t v"}),
        (False, {"A": "", "B": "t"}),
        (False, {"A": "t", "B": "t", "C": "t u"}),
    ],
)
def test_equal_subscriptions_have_the_same_topics_without_repeats(equal: bool, subscriptions: dict[str, str]) -> None:
    """Missing topics count like others."""
    assert equal == subscriptions_are_equal(question({"t": 1, "u": 1}, subscriptions))


@pytest.mark.parametrize(
    ("held", "disputed", "claims"),
    [
        ([[0]], set(), [claim(-1, 0)]),
        ([[0], [1]], set(), [claim(1, 0), claim(1, 1)]),
        ([[], []], {0}, [claim(1, 0), claim(1, 0)]),
        ([[], [0]], set(), [claim(1, 0), claim(2, 0)]),
        ([[0], []], set(), [claim(2, 0), claim(1, 0)]),
        ([[1], [0]], set(), [claim(1, 0, 1), claim(2, 0)]),
        ([[], [], [0]], {0}, [claim(1, 0), claim(1, 0), claim(2, 0)]),
        ([[0], [], []], set(), [claim(2, 0), claim(1, 0), claim(1, 0)]),
        ([[], [0], []], set(), [claim(1, 0), claim(2, 0), claim(1, 0)]),
        ([[], [], []], {0}, [claim(1, 0), claim(1, 0), claim(1, 0)]),
        ([[], [], [], []], {0}, [claim(3, 0), claim(3, 0), claim(3, 0), claim(2, 0)]),
    ],
)
def test_newest_claim_wins(held: list[list[int]], disputed: set[int], claims: list[Claim]) -> None:
    """Two claims of one generation void each other for good."""
    assert (held, disputed) == resolve_by_newest(claims)


@pytest.mark.parametrize(
    ("owners", "claims", "order"),
    [
        ({0: 1, 1: 0, 2: 2}, [claim(1, 0, 1), claim(2, 0), claim(2, 0, 2), claim(3, 2)], range(4)),
        ({0: 2, 1: 0, 2: 2}, [claim(1, 0, 1), claim(2, 0), claim(2, 0, 2), claim(3, 2)], [3, 2, 1, 0]),
        ({0: 0}, [claim(1, 0), claim(2)], range(2)),
        ({}, [claim(-1, 0), claim(-1, 1)], range(2)),
    ],
)
def test_previous_owner_has_the_newest_outdated_generation(
    owners: dict[int, int], claims: list[Claim], order: Sequence[int]
) -> None:
    """KIP-341; the first of equal claims. Without generations no claim is outdated."""
    assert owners == outdated_owners(claims, order=order)


def test_claims_have_a_generation_at_every_version_and_count_once() -> None:
    owned = (("t", (2, 0)), ("t", (0, 1)))
    member = Member(id="a", subscription=("t",), owned=owned, generation=7, metadata_version=0)

    assert [claim(7, 2, 0, 1)] == sticky_claims([member], number_partitions({"t": 3}, ["t"]))


@pytest.mark.parametrize(
    ("rule", "claims", "expected"),
    [
        (owners_by_kip54, [claim(1, 0, 1), claim(9, 1), claim(1, 1)], ([[0], [], [1]], [[1], [1], []], {})),
        (
            owners_by_kip341,
            [claim(2, 0), claim(3, 0, 1), claim(3, 0), claim(1, 1, 2)],
            ([[], [0, 1], [], [2]], [[], [], [], []], {0: 0, 1: 3}),
        ),
        (owners_by_kip341, [claim(1, 0), claim(1, 0), claim(2, 0)], ([[], [], [0]], [[], [], []], {0: 0})),
        (holdings_by_kafka9987, [claim(4, 0, 1), claim(5, 2), claim(5)], [[], [2], []]),
        (holdings_by_kafka9987, [claim(-1, 0), claim(5)], [[], []]),
    ],
)
def test_historic_rules_start_from_these_owners(
    rule: Callable[[list[Claim]], Any], claims: list[Claim], expected: Any
) -> None:
    """KIP-341 gets the tie below the newest claim right; KAFKA-14639 gets it wrong."""
    assert expected == rule(claims)


def test_most_loaded_member_is_peeled_first_and_copies_count() -> None:
    """Of equals the last, partitions of a previous owner first. Copies are load and stay."""
    assert [5, 2, 3, 0, 4, 1] == peeling_order([[0, 1], [2, 3, 5, 4]], [[], []], {5})
    assert [0, 2, 1, 3, 4] == peeling_order([[0, 1], [2, 3, 4]], [[8, 9], []], ())


def test_unowned_partitions_come_last_and_single_subscriber_topics_never() -> None:
    open_topic = SubscribedTopic(place=0, numbers=range(3), subscribers=[0, 1], named=2)
    closed = SubscribedTopic(place=1, numbers=range(3, 5), subscribers=[0], named=1)

    batches = [(topic.place, list(numbers)) for topic, numbers in batches_by_topic([4, 2], [open_topic, closed])]

    assert [(0, [2]), (0, [0, 1])] == batches


@pytest.mark.parametrize(
    ("moved", "asked", "instead"),
    [
        ([(5, 1, 2), (3, 1, 2)], (0, 9, 2, 1), 3),
        ([(3, 1, 2)], (1, 9, 2, 1), 9),
        ([(3, 1, 2)], (0, 9, 1, 2), 9),
        ([(3, 1, 2), (7, 4, 1)], (0, 3, 2, 4), 7),
        ([(5, 1, 2), (5, 2, 3)], (0, 9, 3, 1), 5),
        ([(5, 1, 2), (5, 2, 3)], (0, 9, 2, 1), 9),
        ([(5, 1, 2), (5, 2, 1)], (0, 9, 2, 1), 9),
    ],
)
def test_partition_that_moved_the_other_way_moves_back_first(
    moved: list[tuple[int, int, int]], asked: tuple[int, int, int, int], instead: int
) -> None:
    """It counts from its first owner, and in its own topic. One that has returned counts as never moved."""
    log = MoveLog()
    for number, giver, taker in moved:
        log.record(0, number=number, giver=giver, taker=taker)

    topic, number, giver, taker = asked
    assert instead == log.instead_of(topic, number=number, giver=giver, taker=taker)
    assert len(moved) == log.moves


FAMILIES = ("racks", "mixed", "histories")


def without_racks(group: Group) -> Group:
    """Return the same group with members on no rack."""
    return group.with_members(tuple(replace(member, rack=None) for member in group.members))


@pytest.mark.parametrize(
    ("count", "standing", "replicas"),
    [
        (True, "a", "a b"),
        (True, "a", "ab b"),
        (True, "ac", "a b"),
        (False, "", "a b"),
        (False, "c", "a b"),
        (False, "a", "a a"),
        (False, "ac", "ac ca"),
        (False, "a", ""),
    ],
)
def test_racks_count_where_a_member_matches_some_partitions_only(count: bool, standing: str, replicas: str) -> None:
    assert count == do_racks_decide(standing, map(tuple, replicas.split()))


@pytest.mark.parametrize(
    ("rack", "version", "expected"), [("a", 3, "a"), ("a", 2, None), ("", 3, None), (None, 3, None)]
)
def test_member_rack_is_read_from_version_3_on(rack: str | None, version: int, expected: str | None) -> None:
    assert expected == rack_of(Member(id="a", subscription=(), rack=rack, metadata_version=version))


def test_ineffective_racks_change_nothing() -> None:
    """Everything on every rack, no member on any of them, or racks that versions before 3 cannot send."""
    for group in drawn_groups(100, *FAMILIES):
        plain = without_racks(group)
        everywhere = tuple(replace(one, replica_racks=(("ra", "rb"),) * one.partitions) for one in group.topics)
        old = tuple(replace(member, metadata_version=2) for member in group.members)
        hidden = tuple(replace(member, metadata_version=2) for member in plain.members)

        assert StickyAssignor().assign(plain) == StickyAssignor().assign(replace(group, topics=everywhere))
        assert StickyAssignor().assign(replace(group, members=hidden)) == StickyAssignor().assign(
            replace(group, members=old)
        )
