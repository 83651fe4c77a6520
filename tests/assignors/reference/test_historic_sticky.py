from __future__ import annotations

import pytest

from kafka_assay.assignors.interface import Assignor
from kafka_assay.assignors.reference.claims import Claim
from kafka_assay.assignors.reference.historic_claims import (
    holdings_by_kafka9987,
    owners_by_kip54,
    owners_by_kip341,
)
from kafka_assay.assignors.reference.historic_sticky import (
    StickyOfKafka9987,
    StickyOfKip54,
    StickyOfKip341,
    batches_by_topic,
    peeling_order,
)
from kafka_assay.assignors.reference.levelling import SubscribedTopic
from kafka_assay.assignors.reference.sticky import StickyAssignor
from tests.assignors.reference.answers import answer, question

ALL = [StickyOfKip54(), StickyOfKip341(), StickyOfKafka9987()]


def claim(generation: int, *numbers: int) -> Claim:
    return Claim(numbers=list(numbers), generation=generation)


def test_kip54_gives_one_partition_two_owners() -> None:
    """The other partition goes to the first of the two."""
    given = StickyOfKip54().assign(question({"t0": 2}, "C0 C1", answer(C0="t0-0", C1="t0-0")))

    assert answer(C0="t0-0 t0-1", C1="t0-0") == given


def test_kip54_ignores_generations() -> None:
    """A returning member's old claims count as much as the new owners' claims."""
    group = question({"t": 2}, "A B", answer(A="t-0", B="t-0 t-1"), {"A": 1, "B": 2})

    assert answer(A="t-0", B="t-0 t-1") == StickyOfKip54().assign(group)


def test_kip54_double_claims_count_as_load_and_never_move() -> None:
    group = question({"t": 4}, "A B C", answer(A="t-0 t-1", B="t-0 t-1 t-2 t-3"))

    given = StickyOfKip54().assign(group)

    assert partitions_of(given, "A") == [0, 1]
    assert sorted(partitions_of(given, "B") + partitions_of(given, "C")) == [0, 1, 2, 3]


def partitions_of(given: dict[str, dict[str, list[int]]], member: str) -> list[int]:
    """Return what one member got of the only topic."""
    return given[member].get("t", [])


def test_kip54_ignores_claims_outside_the_subscription() -> None:
    group = question({"t": 1, "u": 1}, {"A": "t", "B": "u"}, answer(A="t-0", B="t-0 u-0"))

    assert answer(A="t-0", B="u-0") == StickyOfKip54().assign(group)


def test_kip341_keeps_the_first_of_equal_claimants() -> None:
    """The claimant of the next older generation becomes the previous owner."""
    remembered = owners_by_kip341([claim(2, 0), claim(3, 0, 1), claim(3, 0), claim(1, 1, 2)])

    assert [[], [0, 1], [], [2]] == remembered.held
    assert {0: 0, 1: 3} == remembered.previous


def test_kip341_ignores_a_tie_below_the_newest_claim() -> None:
    """KAFKA-14639's rule gets this wrong."""
    assert [[], [], [0]] == owners_by_kip341([claim(1, 0), claim(1, 0), claim(2, 0)]).held


def test_each_claimant_keeps_a_copy_and_the_last_one_holds() -> None:
    remembered = owners_by_kip54([claim(1, 0, 1), claim(9, 1), claim(1, 1)])

    assert ([[0], [], [1]], [[1], [1], []], {}) == remembered


def test_kafka9987_ignores_older_claims() -> None:
    """A member without claims at a newer generation is enough."""
    assert [[], [2], []] == holdings_by_kafka9987([claim(4, 0, 1), claim(5, 2), claim(5)])
    assert [[], []] == holdings_by_kafka9987([claim(-1, 0), claim(5)])


def test_kafka9987_counts_old_claims_with_unequal_subscriptions() -> None:
    """On the general path an undisputed older claim still holds."""
    group = question({"t": 2, "u": 1}, {"A": "t", "B": "t u"}, answer(A="t-1", B="u-0"), {"A": 1, "B": 2})

    assert answer(A="t-0 t-1", B="u-0") == StickyOfKafka9987().assign(group)


@pytest.mark.parametrize("assignor", ALL, ids=lambda assignor: assignor.name)
def test_all_rules_give_the_same_loads_without_disputes(assignor: Assignor) -> None:
    """KIP-54's second example after C0 has left, and a group with equal subscriptions."""
    unequal = question(
        {"t0": 1, "t1": 2, "t2": 3}, {"C1": "t0 t1", "C2": "t0 t1 t2"}, answer(C1="t1-0 t1-1", C2="t2-0 t2-1 t2-2")
    )
    equal = question({"t": 5}, "A B", answer(A="t-0 t-1 t-2 t-3"))

    assert StickyAssignor().assign(unequal) == assignor.assign(unequal)
    assert sorted(map(len, StickyAssignor().assign(equal)["A"].values())) == sorted(
        map(len, assignor.assign(equal)["A"].values())
    )


@pytest.mark.parametrize("assignor", [StickyOfKip54(), StickyOfKip341()], ids=lambda assignor: assignor.name)
def test_kip54_first_example_gives_the_printed_answer(assignor: Assignor) -> None:
    """After C1 has left. Since 2.5.1 the answer is another one, just as even."""
    owned = answer(C0="t0-0 t1-1 t3-0", C2="t1-0 t2-1")
    group = question({"t0": 2, "t1": 2, "t2": 2, "t3": 2}, "C0 C2", owned)

    given = assignor.assign(group)

    assert answer(C0="t0-0 t1-1 t2-0 t3-0", C2="t0-1 t1-0 t2-1 t3-1") == given
    assert StickyAssignor().assign(group) != given


def test_kip341_returning_member_gets_its_partitions_back() -> None:
    """A missed one rebalance; B and C each have one partition too many."""
    group = question({"t": 6}, "A B C", answer(A="t-0 t-3", B="t-0 t-1 t-4", C="t-2 t-3 t-5"), {"A": 1, "B": 2, "C": 2})

    assert answer(A="t-0 t-3", B="t-1 t-4", C="t-2 t-5") == StickyOfKip341().assign(group)
    assert [0, 3] == StickyOfKip54().assign(group)["A"]["t"]


def test_most_loaded_member_gives_first_and_the_last_of_equals() -> None:
    """Partitions of a previous owner go before all others."""
    assert [5, 2, 3, 0, 4, 1] == peeling_order([[0, 1], [2, 3, 5, 4]], [[], []], {5})


def test_copies_count_as_load_and_stay() -> None:
    assert [0, 2, 1, 3, 4] == peeling_order([[0, 1], [2, 3, 4]], [[8, 9], []], ())


def test_unowned_partitions_come_last_and_single_subscriber_topics_never() -> None:
    open_topic = SubscribedTopic(place=0, numbers=range(3), subscribers=[0, 1], named=2)
    closed = SubscribedTopic(place=1, numbers=range(3, 5), subscribers=[0], named=1)

    batches = [(topic.place, list(numbers)) for topic, numbers in batches_by_topic([4, 2], [open_topic, closed])]

    assert [(0, [2]), (0, [0, 1])] == batches
