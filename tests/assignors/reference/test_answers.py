"""
The answers of the references to small groups: one row of the table for each sentence of a rule.

The first rows are printed in KIP-54, KAFKA-12464, KIP-874, kafka-lag-based-assignor's README and a Signal article of
2017. That all answers are valid is a law.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads
from kafka_assay.assignors.reference.known_failures import TIE_BELOW_THE_NEWEST
from kafka_assay.assignors.registry import default_names, reference_assignor
from tests.assignors.reference.answers import answer, lagging_group, question

MISSED_ONE = question(
    {"t": 6}, "A B C", answer(A="t-0 t-3", B="t-0 t-1 t-4", C="t-2 t-3 t-5"), {"A": 1, "B": 2, "C": 2}
)
FOUR_TOPICS, ONE_TWO_THREE = {"t0": 2, "t1": 2, "t2": 2, "t3": 2}, {"t0": 1, "t1": 2, "t2": 3}
TWO_BY_TWO, THREE_EACH = {"t0": 2, "t1": 2}, {"t0": 3, "t1": 3}
STAIRS = {"C0": "t0", "C1": "t0 t1", "C2": "t0 t1 t2"}
STAIRS_WITHOUT_C0 = {"C1": "t0 t1", "C2": "t0 t1 t2"}
FIRST = answer(C0="t0-0 t1-1 t3-0", C1="t0-1 t2-0 t3-1", C2="t1-0 t2-1")
SECOND = answer(C0="t0-0", C1="t1-0 t1-1", C2="t2-0 t2-1 t2-2")
SECOND_DEALT = answer(C0="t0-0", C1="t1-0", C2="t1-1 t2-0 t2-1 t2-2")
THIRD = answer(C0="t0-0 t1-0", C1="t0-1 t1-1")
ALL_SIX = answer(C1="t0-0 t0-1 t0-2 t1-0 t1-1 t1-2")
LAGS = lagging_group({"t": [1, 9]}, "A B")
UNCOMMITTED = replace(LAGS, topics=(replace(LAGS.topics[0], committed_offsets=None),))

CASES: dict[str, tuple[Group, Assignment]] = {
    "sticky: KIP-54 example 1": (question(FOUR_TOPICS, "C0 C1 C2"), FIRST),
    "roundrobin: KIP-54 example 1": (question(FOUR_TOPICS, "C0 C1 C2"), FIRST),
    "roundrobin: KIP-54 example 1, C1 gone": (
        question(FOUR_TOPICS, "C0 C2"), answer(C0="t0-0 t1-0 t2-0 t3-0", C2="t0-1 t1-1 t2-1 t3-1")
    ),
    "roundrobin: KIP-54 example 2": (question(ONE_TWO_THREE, STAIRS), SECOND_DEALT),
    "sticky: KIP-54 example 2": (question(ONE_TWO_THREE, STAIRS), SECOND),
    "roundrobin: KIP-54 example 2, C0 gone": (
        question(ONE_TWO_THREE, STAIRS_WITHOUT_C0), answer(C1="t0-0 t1-1", C2="t1-0 t2-0 t2-1 t2-2")
    ),
    "range: KIP-54 example 3": (question(TWO_BY_TWO, "C0 C1"), THIRD),
    "roundrobin: KIP-54 example 3": (question(TWO_BY_TWO, "C0 C1"), THIRD),
    "sticky: KIP-54 example 3": (question(TWO_BY_TWO, "C0 C1"), THIRD),
    "range: KIP-54 example 3, C2 joins": (
        question(TWO_BY_TWO, "C0 C1 C2"), answer(C0="t0-0 t1-0", C1="t0-1 t1-1", C2="")
    ),
    "roundrobin: KIP-54 example 3, C2 joins": (
        question(TWO_BY_TWO, "C0 C1 C2"), answer(C0="t0-0 t1-1", C1="t0-1", C2="t1-0")
    ),
    "sticky: KIP-54 example 3, C2 joins": (
        question(TWO_BY_TWO, "C0 C1 C2", THIRD), answer(C0="t0-0 t1-0", C1="t0-1", C2="t1-1")
    ),
    "range: lag README": (question({"t0": 3}, "C0 C1"), answer(C0="t0-0 t0-1", C1="t0-2")),
    "lag: lag README": (lagging_group({"t0": [100_000, 50_000, 60_000]}, "C0 C1"), answer(C0="t0-0", C1="t0-1 t0-2")),
    "roundrobin: KIP-874": (question(THREE_EACH, "C0 C1"), answer(C0="t0-0 t0-2 t1-1", C1="t0-1 t1-0 t1-2")),
    "roundrobin: KIP-874, C0 fails": (question(THREE_EACH, "C1"), ALL_SIX),
    # What the KIP prints for two instances is round-robin, if each consumer subscribes to one of the topics.
    "roundrobin: KIP-874, two instances": (
        question({"t0": 3, "t1": 2}, {"A0.C0": "t0", "A0.C1": "t1", "A1.C0": "t0", "A1.C1": "t1"}),
        answer(**{"A0.C0": "t0-0 t0-2", "A0.C1": "t1-0", "A1.C0": "t0-1", "A1.C1": "t1-1"}),
    ),
    "topicroundrobin: KIP-874 by topic": (
        question(THREE_EACH, "C0 C1"), answer(C0="t0-0 t0-1 t0-2", C1="t1-0 t1-1 t1-2")
    ),
    "topicroundrobin: KIP-874 by topic, C0 fails": (question(THREE_EACH, "C1"), ALL_SIX),
    "sticky: Signal: a new topic": (
        question({"t0": 2, "t1": 2, "t3": 1}, "C1 C2", answer(C1="t0-0 t1-1", C2="t1-0 t0-1")),
        answer(C1="t0-0 t1-1 t3-0", C2="t0-1 t1-0"),
    ),
    "sticky: Signal: C1 dies": (
        question({"t0": 2, "t1": 2}, "C2", answer(C2="t1-0 t0-1")), answer(C2="t0-0 t0-1 t1-0 t1-1")
    ),
    # The text prints the general path's answer. The new one is as even, and keeps as much.
    "sticky: KIP-54 example 1 after a leave differs since 2.5.1": (
        question(FOUR_TOPICS, "C0 C2", FIRST), answer(C0="t0-0 t0-1 t1-1 t3-0", C2="t1-0 t2-0 t2-1 t3-1")
    ),
    # Two phases keep seven partitions, as four do, but not the same ones.
    "sticky: KAFKA-12464": (
        question({"t1": 10}, "C0 C1 C2", answer(C0="t1-0 t1-1 t1-2 t1-3 t1-4", C1="t1-5 t1-6 t1-7 t1-8 t1-9")),
        answer(C0="t1-0 t1-1 t1-2 t1-3", C1="t1-5 t1-6 t1-7", C2="t1-4 t1-8 t1-9"),
    ),
    "hashed-roundrobin: equal instance ids are ordered by member id": (
        question({"t": 2}, "b a", instances={"a": "I", "b": "I"}), answer(b="t-1", a="t-0")
    ),
    "hashed-roundrobin: an empty instance id is an instance id": (
        question({"t": 2}, "b a", instances={"b": ""}), answer(b="t-1", a="t-0")
    ),
    "topicroundrobin: a member without the topic loses its turn (a test of the pull request)": (
        question({"A": 2, "B": 2}, {"C1": "A", "C2": "A B", "C3": "A"}), answer(C1="A-0 A-1", C2="B-0 B-1", C3="")
    ),
    "topicroundrobin: more topics than members are assigned in turn": (
        question({f"t{number}": 1 for number in range(5)}, "C0 C1"), answer(C0="t0-0 t2-0 t4-0", C1="t1-0 t3-0")
    ),
    "topicroundrobin: the last members stay idle with fewer topics than members": (
        question({"t0": 2, "t1": 1}, "C3 C1 C0 C2"), answer(C3="", C1="t1-0", C0="t0-0 t0-1", C2="")
    ),
    "topicroundrobin: the KIP prints t0 on two consumers, which its rule forbids": (
        question({"t0": 3, "t1": 2}, "A0.C0 A0.C1 A1.C0 A1.C1"),
        answer(**{"A0.C0": "t0-0 t0-1 t0-2", "A0.C1": "t1-0 t1-1", "A1.C0": "", "A1.C1": ""}),
    ),
    "topicroundrobin: an owned topic changes hands": (
        question({"t": 1}, "C0 C1", answer(C0="t-0")), answer(C0="", C1="t-0")
    ),
    "topicroundrobin: subscriptions of version 0 have no owned partitions": (
        question({"t": 1}, "C0 C1", answer(C0="t-0"), version=0), answer(C0="t-0", C1="")
    ),
    "topicroundrobin: a topic without partitions takes no turn": (
        question({"a": 0, "b": 1}, "C0 C1"), answer(C0="b-0", C1="")
    ),
    "topicroundrobin: topics are ordered by name, not by hash as in the pull request": (
        question({"t2": 1, "t10": 1}, "C0 C1"), answer(C0="t10-0", C1="t2-0")
    ),
    "lag: the counters restart with each topic, so one member gets all lag": (
        lagging_group({"t0": [90], "t1": [90]}, "A B"), answer(A="t0-0 t1-0", B="")
    ),
    "lag: ties go to the lower id in Kafka's order, and to the smaller partition": (
        lagging_group({"t": [5, 5, 5]}, "C2 C10"), answer(C2="t-1", C10="t-0 t-2")
    ),
    "lag: instance ids are ignored": (question({"t": 1}, "a b", instances={"b": "0"}), answer(a="t-0", b="")),
    "lag: without a commit `earliest` puts the longest partition first": (
        replace(UNCOMMITTED, auto_offset_reset="earliest"), answer(A="t-1", B="t-0")
    ),
    "lag: without a commit `latest` means no lag": (UNCOMMITTED, answer(A="t-0", B="t-1")),
    "lag-global: one topic is assigned as in the README": (
        lagging_group({"t0": [100_000, 50_000, 60_000]}, "C0 C1"), answer(C0="t0-0", C1="t0-1 t0-2")
    ),
    "lag-global: a member with few topics gets its share from them": (
        lagging_group({"t0": [9], "t1": [5, 5]}, {"A": "t0 t1", "B": "t1"}), answer(A="t0-0", B="t1-0 t1-1")
    ),
    "lag-global: the largest lags are summed exactly": (
        lagging_group({"t0": [2**63 - 1, 2**63 - 1, 0, 0]}, "A B"), answer(A="t0-0 t0-2", B="t0-1 t0-3")
    ),
    "constrained-2phase: a tie below the newest claim changes nothing, unlike in sticky": (
        group_from_json(json.loads(TIE_BELOW_THE_NEWEST)), answer(a="", b="", c="t-0")
    ),
    "constrained-2phase@printed: members take blocks, ordered by id": (
        question({"t0": 3, "t1": 3}, "A B"), answer(A="t0-0 t0-1 t1-0", B="t0-2 t1-1 t1-2")
    ),
    "constrained-4phase: short members are filled in turn": (
        question({"t0": 3, "t1": 3}, "A B"), answer(A="t0-0 t0-2 t1-1", B="t0-1 t1-0 t1-2")
    ),
    "constrained-4phase: extras go to the members that were even first": (
        question({"t": 5}, "A B", answer(B="t-0 t-1")), answer(A="t-2 t-3", B="t-0 t-1 t-4")
    ),
    "constrained-4phase: phase 3 takes the first partition in the member's list": (
        question({"t": 3}, "A B", {"B": {"t": [2, 0, 1]}}), answer(A="t-1", B="t-0 t-2")
    ),
    "sticky@kip54: old claims count as much as new ones": (
        question({"t": 2}, "A B", answer(A="t-0", B="t-0 t-1"), {"A": 1, "B": 2}), answer(A="t-0", B="t-0 t-1")
    ),
    "sticky@kip54: double claims count as load and never move": (
        question({"t": 4}, "A B C", answer(A="t-0 t-1", B="t-0 t-1 t-2 t-3")),
        answer(A="t-0 t-1", B="t-2 t-3", C="t-0 t-1"),
    ),
    "sticky@kip54: claims outside the subscription do not count": (
        question({"t": 1, "u": 1}, {"A": "t", "B": "u"}, answer(A="t-0", B="t-0 u-0")), answer(A="t-0", B="u-0")
    ),
    "sticky@kip54: KIP-341's returning member stays with what it claims": (
        MISSED_ONE, answer(A="t-0 t-3", B="t-0 t-1 t-4", C="t-2 t-3 t-5")
    ),
    "sticky@kafka9987: an old claim holds with unequal subscriptions": (
        question({"t": 2, "u": 1}, {"A": "t", "B": "t u"}, answer(A="t-1", B="u-0"), {"A": 1, "B": 2}),
        answer(A="t-0 t-1", B="u-0"),
    ),
    **{
        f"{name}: KIP-54's second example after C0 has left": (
            question(ONE_TWO_THREE, STAIRS_WITHOUT_C0, SECOND), answer(C1="t0-0 t1-0 t1-1", C2="t2-0 t2-1 t2-2")
        )
        for name in ("sticky", "sticky@kip54", "sticky@kip341", "sticky@kafka9987")
    },
    **{
        f"{name}: KIP-54's first example after C1 has left, as it is printed": (
            question(FOUR_TOPICS, "C0 C2", FIRST), answer(C0="t0-0 t1-1 t2-0 t3-0", C2="t0-1 t1-0 t2-1 t3-1")
        )
        for name in ("sticky@kip54", "sticky@kip341")
    },
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_reference_gives_the_answer_of_its_rule(case: str) -> None:
    group, expected = CASES[case]

    assert expected == reference_assignor(case.partition(":")[0]).assign(group)


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
