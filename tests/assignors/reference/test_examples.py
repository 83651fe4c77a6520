"""
Answers printed in KIP-54, KAFKA-12464, KIP-874, kafka-lag-based-assignor's README and a Signal article of 2017.

And what every reference does with odd groups. That its answers are valid is a law.
"""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.assignors.registry import default_names, reference_assignor
from tests.assignors.reference.answers import answer, lagging_group, question

FOUR_TOPICS = {"t0": 2, "t1": 2, "t2": 2, "t3": 2}
ONE_TWO_THREE = {"t0": 1, "t1": 2, "t2": 3}
STAIRS = {"C0": "t0", "C1": "t0 t1", "C2": "t0 t1 t2"}
STAIRS_WITHOUT_C0 = {"C1": "t0 t1", "C2": "t0 t1 t2"}
TWO_BY_TWO = {"t0": 2, "t1": 2}
KIP54_FIRST = answer(C0="t0-0 t1-1 t3-0", C1="t0-1 t2-0 t3-1", C2="t1-0 t2-1")
KIP54_SECOND = answer(C0="t0-0", C1="t1-0 t1-1", C2="t2-0 t2-1 t2-2")
KIP54_SECOND_ROUNDROBIN = answer(C0="t0-0", C1="t1-0", C2="t1-1 t2-0 t2-1 t2-2")
KIP54_THIRD = answer(C0="t0-0 t1-0", C1="t0-1 t1-1")

PRINTED = {
    "KIP-54 example 1: sticky": ("sticky", question(FOUR_TOPICS, "C0 C1 C2"), KIP54_FIRST),
    "KIP-54 example 1: round-robin": ("roundrobin", question(FOUR_TOPICS, "C0 C1 C2"), KIP54_FIRST),
    "KIP-54 example 1: round-robin, C1 gone": (
        "roundrobin",
        question(FOUR_TOPICS, "C0 C2"),
        answer(C0="t0-0 t1-0 t2-0 t3-0", C2="t0-1 t1-1 t2-1 t3-1"),
    ),
    "KIP-54 example 2: round-robin": ("roundrobin", question(ONE_TWO_THREE, STAIRS), KIP54_SECOND_ROUNDROBIN),
    "KIP-54 example 2: sticky": ("sticky", question(ONE_TWO_THREE, STAIRS), KIP54_SECOND),
    "KIP-54 example 2: round-robin, C0 gone": (
        "roundrobin",
        question(ONE_TWO_THREE, STAIRS_WITHOUT_C0),
        answer(C1="t0-0 t1-1", C2="t1-0 t2-0 t2-1 t2-2"),
    ),
    "KIP-54 example 2: sticky, C0 gone": (
        "sticky",
        question(ONE_TWO_THREE, STAIRS_WITHOUT_C0, KIP54_SECOND),
        answer(C1="t0-0 t1-0 t1-1", C2="t2-0 t2-1 t2-2"),
    ),
    "KIP-54 example 3: range": ("range", question(TWO_BY_TWO, "C0 C1"), KIP54_THIRD),
    "KIP-54 example 3: round-robin": ("roundrobin", question(TWO_BY_TWO, "C0 C1"), KIP54_THIRD),
    "KIP-54 example 3: sticky": ("sticky", question(TWO_BY_TWO, "C0 C1"), KIP54_THIRD),
    "KIP-54 example 3: range, C2 joins": (
        "range",
        question(TWO_BY_TWO, "C0 C1 C2"),
        answer(C0="t0-0 t1-0", C1="t0-1 t1-1", C2=""),
    ),
    "KIP-54 example 3: round-robin, C2 joins": (
        "roundrobin",
        question(TWO_BY_TWO, "C0 C1 C2"),
        answer(C0="t0-0 t1-1", C1="t0-1", C2="t1-0"),
    ),
    "KIP-54 example 3: sticky, C2 joins": (
        "sticky",
        question(TWO_BY_TWO, "C0 C1 C2", KIP54_THIRD),
        answer(C0="t0-0 t1-0", C1="t0-1", C2="t1-1"),
    ),
    "lag README: range": ("range", question({"t0": 3}, "C0 C1"), answer(C0="t0-0 t0-1", C1="t0-2")),
    "lag README: lag": (
        "lag",
        lagging_group({"t0": [100_000, 50_000, 60_000]}, "C0 C1"),
        answer(C0="t0-0", C1="t0-1 t0-2"),
    ),
    "KIP-874: round-robin": (
        "roundrobin",
        question({"t0": 3, "t1": 3}, "C0 C1"),
        answer(C0="t0-0 t0-2 t1-1", C1="t0-1 t1-0 t1-2"),
    ),
    "KIP-874: round-robin, C0 fails": (
        "roundrobin",
        question({"t0": 3, "t1": 3}, "C1"),
        answer(C1="t0-0 t0-1 t0-2 t1-0 t1-1 t1-2"),
    ),
    # What the KIP prints for two instances is round-robin, if each consumer subscribes to one of the topics.
    "KIP-874: round-robin, two instances": (
        "roundrobin",
        question({"t0": 3, "t1": 2}, {"A0.C0": "t0", "A0.C1": "t1", "A1.C0": "t0", "A1.C1": "t1"}),
        answer(**{"A0.C0": "t0-0 t0-2", "A0.C1": "t1-0", "A1.C0": "t0-1", "A1.C1": "t1-1"}),
    ),
    "KIP-874: by topic": (
        "topicroundrobin",
        question({"t0": 3, "t1": 3}, "C0 C1"),
        answer(C0="t0-0 t0-1 t0-2", C1="t1-0 t1-1 t1-2"),
    ),
    "KIP-874: by topic, C0 fails": (
        "topicroundrobin",
        question({"t0": 3, "t1": 3}, "C1"),
        answer(C1="t0-0 t0-1 t0-2 t1-0 t1-1 t1-2"),
    ),
    "Signal: a new topic": (
        "sticky",
        question({"t0": 2, "t1": 2, "t3": 1}, "C1 C2", answer(C1="t0-0 t1-1", C2="t1-0 t0-1")),
        answer(C1="t0-0 t1-1 t3-0", C2="t0-1 t1-0"),
    ),
    "Signal: C1 dies": (
        "sticky",
        question({"t0": 2, "t1": 2}, "C2", answer(C2="t1-0 t0-1")),
        answer(C2="t0-0 t0-1 t1-0 t1-1"),
    ),
}


@pytest.mark.parametrize(("name", "group", "printed"), PRINTED.values(), ids=PRINTED.keys())
def test_reference_gives_the_printed_answer(name: str, group: Group, printed: Assignment) -> None:
    assert printed == reference_assignor(name).assign(group)


def test_kip54_example_1_after_a_leave_differs_since_2_5_1() -> None:
    """The text prints the general path's answer. The new one is as even, and keeps as much."""
    group = question(FOUR_TOPICS, "C0 C2", KIP54_FIRST)

    given = reference_assignor("sticky").assign(group)

    assert answer(C0="t0-0 t0-1 t1-1 t3-0", C2="t1-0 t2-0 t2-1 t3-1") == given


def test_kafka_12464_two_phases_keep_as_much_as_four() -> None:
    """Seven partitions, but not the same ones."""
    owned = answer(C0="t1-0 t1-1 t1-2 t1-3 t1-4", C1="t1-5 t1-6 t1-7 t1-8 t1-9")
    group = question({"t1": 10}, "C0 C1 C2", owned)

    given = reference_assignor("sticky").assign(group)

    assert answer(C0="t1-0 t1-1 t1-2 t1-3", C1="t1-5 t1-6 t1-7", C2="t1-4 t1-8 t1-9") == given
    assert 7 == stickiness(valid_owners(group), given).kept


NAMES = [name for name in default_names() if name != "cooperative-sticky"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (question({"t": 3}, {}), {}),
        (question({}, {"C0": ""}), answer(C0="")),
        (question({}, {"C0": "gone"}, answer(C0="gone-0")), answer(C0="")),
        (question({"t": 0}, "C0 C1"), answer(C0="", C1="")),
        (question({"t": 0, "u": 1}, {"C0": "t", "C1": "u"}), answer(C0="", C1="u-0")),
        (question({"t": 2, "unread": 9}, {"C0": "t"}, answer(C0="unread-3")), answer(C0="t-0 t-1")),
        (question({"t": 1}, {"C0": "", "C1": "t t t"}), answer(C0="", C1="t-0")),
    ],
)
def test_groups_with_one_possible_answer_get_it(name: str, group: Group, expected: Assignment) -> None:
    """No members, topics or partitions; only a missing topic; a topic without subscribers."""
    assert expected == reference_assignor(name).assign(group)


@pytest.mark.parametrize("name", NAMES)
def test_group_is_not_changed(name: str) -> None:
    """The caller may change an answer; the next one is new."""
    group = question({"t0": 2, "t1": 2}, {"A": "t0", "B": "t0 t1"}, answer(A="t0-0"))
    first = reference_assignor(name).assign(group)
    sizes = list(loads(group, first).values())
    for mine in first.values():
        for ids in mine.values():
            ids.clear()

    again = reference_assignor(name).assign(group)

    assert sizes == list(loads(group, again).values())
