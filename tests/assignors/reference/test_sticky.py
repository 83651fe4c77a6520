"""The parts of the sticky family: subscriptions, claims, the log of moves, and racks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.model import Group, Member
from kafka_assay.assignors.reference.claims import Claim
from kafka_assay.assignors.reference.historic_claims import holdings_by_kafka9987, owners_by_kip54, owners_by_kip341
from kafka_assay.assignors.reference.historic_sticky import batches_by_topic, peeling_order
from kafka_assay.assignors.reference.levelling import SubscribedTopic
from kafka_assay.assignors.reference.racks import rack_of
from kafka_assay.assignors.reference.sticky import StickyAssignor
from tests.assignors.reference.answers import drawn_groups


def claim(generation: int, *numbers: int) -> Claim:
    return Claim(numbers=list(numbers), generation=generation)


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


FAMILIES = ("racks", "mixed", "histories")


def without_racks(group: Group) -> Group:
    """Return the same group with members on no rack."""
    return group.with_members(tuple(replace(member, rack=None) for member in group.members))


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
