"""Tests of the laws that judge an answer by itself: one row for each group and answer, with the facts of a break."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.verdict import Broken, Kept, Undecided
from tests.assignors.reference.answers import answer, lagging_group, question
from tests.properties.verdicts import two_members as two
from tests.properties.verdicts import verdict_on
from tests.support.mutants.placement import ALIKE

Row: TypeAlias = "tuple[Group, Assignment, Any]"

KEPT: dict[str, Any] = {}
"""No facts of a break."""

# The smallest group on which no single hand-over helps, although a chain of two does.
CHAIN = question({"t0": 1, "t1": 2}, {"C0": "t1", "C1": "t0", "C2": "t0 t1"})
CHAINED = answer(C0="t1-0 t1-1", C1="", C2="t0-0")
# KIP-54's Example 2: no member with a lower load subscribes to the topics of the most loaded one.
EXAMPLE_2 = question({"t0": 1, "t1": 2, "t2": 3}, {"C0": "t0", "C1": "t0 t1", "C2": "t0 t1 t2"})
IN_EXAMPLE_2 = answer(C0="t0-0", C1="t1-0 t1-1", C2="t2-0 t2-1 t2-2")
# KIP-54's algorithm moves two partitions here, although one is enough at the same loads.
ONE_IS_ENOUGH = question({"t0": 2, "t1": 2}, {"C0": "t0 t1", "C1": "t0", "C2": "t0 t1"}, answer(C2="t0-0 t0-1 t1-1"))
# `b` has the newest claim on t-0 but does not subscribe; `a` has an older one, and claims t-1.
GIVEN_UP = question(
    {"t": 2, "u": 1}, {"a": "t", "b": "u", "c": "t"}, answer(a="t-0 t-1", b="t-0"), generations={"b": 2}
)
PER_TOPIC = question({"t": 1, "u": 1, "v": 2}, "a b")
APART = question({"t": 1, "u": 1}, {"a": "t", "b": "u"})
OWNED = two(4, a=[0, 1], b=[2, 3])
TIED = two(4, a=[0, 1], b=[0, 2, 3])
SPLIT = answer(a="t-0", b="t-1")
NO_PLAN = "the answer breaks nothing-left-out (t-1)"
STALE = question({"t": 1}, "a b", answer(a="t-0", b="t-0"), generations={"b": 7})
LAGS = lagging_group({"t": (90,), "u": (80,)}, "a b")
BOTH_TO_A = answer(a="t-0 u-0", b="")


def hand_over(giver: str, taker: str, topic: str, partition: int) -> dict[str, Any]:
    """A hand-over as the facts name it."""
    return {"from": giver, "to": taker, "topic": topic, "partition": partition}


def load(member: str, count: int) -> dict[str, Any]:
    """A member's load as the facts name it."""
    return {"member": member, "load": count}


def ghost(partition: int, topic: str = "t", count: int | None = 2) -> dict[str, Any]:
    """The facts of a partition of `a` that does not exist."""
    return {"partitions": [{"member": "a", "topic": topic, "partition": partition, "partitions": count}], "count": 1}


ROWS: dict[str, dict[str, Row]] = {
    "answers-every-member": {
        "a missing member is named": (two(1), answer(a="t-0"), {"missing": ["b"], "count": 1}),
        "any text may be an id": (
            question({"t": 1}, {"użyt\u202e 7": "t", "b": "t"}), answer(b="t-0"), {"missing": ["użyt\u202e 7"]}
        ),
    },
    "only-existing-partitions": {
        "a negative id": (two(2), answer(b="t-1") | {"a": {"t": [0, -1]}}, ghost(-1)),
        "the id after the last": (two(2), answer(a="t-0 t-2", b="t-1"), ghost(2)),
        "of a missing topic": (question({"t": 1}, {"a": "t gone"}), answer(a="t-0 gone-0"), ghost(0, "gone", None)),
    },
    "only-subscribed-topics": {
        "another member's topic": (
            APART,
            answer(a="t-0 u-0", b=""),
            {"partitions": [{"member": "a", "topic": "u", "partition": 0, "known": True}]},
        ),
        "an unknown member": (
            two(2),
            answer(a="t-0", b="", stranger="t-1"),
            {"partitions": [{"member": "stranger", "topic": "t", "partition": 1, "known": False}]},
        ),
    },
    "one-owner-each": {
        "two owners are both named": (
            two(2), answer(a="t-0 t-1", b="t-1"), {"partitions": [{"topic": "t", "partition": 1, "owners": ["a", "b"]}]}
        ),
        "an id twice in one list": (
            two(2), answer(a="t-0 t-0", b="t-1"), {"partitions": [{"topic": "t", "partition": 0, "owners": ["a", "a"]}]}
        ),
    },
    "nothing-left-out": {
        "of an unknown member": (
            two(2), answer(a="t-0", b="", stranger="t-1"), {"partitions": [{"topic": "t", "partition": 1}], "count": 1}
        ),
        "all are counted and some named": (
            two(2**31 - 1),
            answer(a=f"t-0 t-5 t-{2**31 - 1}", b=""),
            {
                "count": 2**31 - 3,
                "partitions": [{"topic": "t", "partition": number} for number in (*range(1, 5), *range(6, 22))],
            },
        ),
        "two owners leave nothing out": (two(2), answer(a="t-0 t-1", b="t-1"), KEPT),
        "nobody subscribes": (question({"t": 1, "unread": 2}, {"a": "t"}), answer(a="t-0"), KEPT),
    },
    "even-when-equal": {
        "differ by one": (two(3), answer(a="t-0 t-1", b="t-2"), KEPT),
        "differ by two": (two(2), answer(a="t-0 t-1", b=""), {"most": load("a", 2), "least": load("b", 0)}),
        "a missing member is idle": (two(2), answer(a="t-0 t-1"), {"least": load("b", 0)}),
    },
    "spread-within-topic": {
        "total loads may be unequal": (PER_TOPIC, answer(a="t-0 u-0 v-0", b="v-1"), KEPT),
        "uneven in a topic": (
            PER_TOPIC, answer(a="t-0 u-0", b="v-0 v-1"), {"topic": "v", "most": load("b", 2), "least": load("a", 0)}
        ),
        "only subscribers count": (
            question({"t": 3, "u": 1}, {"a": "t", "b": "u"}), answer(a="t-0 t-1 t-2", b="u-0"), KEPT
        ),
    },
    "locally-balanced": {
        "a hand-over helps": (
            two(3), answer(a="t-0 t-1 t-2", b=""), {"chain": [hand_over("a", "b", "t", 0)], "loads": {"a": 3, "b": 0}}
        ),
        "the best hand-over is named": (
            question({"t": 2, "u": 5}, {"a": "t", "b": "t u", "c": "u"}),
            answer(a="", b="t-0 t-1", c="u-0 u-1 u-2 u-3 u-4"),
            {"chain": [hand_over("c", "b", "u", 0)]},
        ),
        "nobody can take": (EXAMPLE_2, IN_EXAMPLE_2, KEPT),
        "KIP-54's inverted sentence is not the law": (
            question({"t0": 2}, "A B"), answer(A="", B="t0-0 t0-1"), {"chain": [hand_over("B", "A", "t0", 0)]}
        ),
        "ghosts and doubles cannot be handed over": (two(1), answer(b="t-0") | {"a": {"t": [0, 7, -1]}}, KEPT),
        "a chain alone helps": (CHAIN, CHAINED, KEPT),
        "a receiver that has it does not hide another": (
            question({"t0": 2, "t1": 3}, {"A": "t0 t1", "Z": "t0", "B": "t0"}),
            answer(A="t1-0 t1-1 t1-2 t0-1", Z="t0-1", B="t0-0"),
            {"chain": [hand_over("A", "B", "t0", 1)]},
        ),
    },
    "optimally-balanced": {
        "nobody can take": (EXAMPLE_2, IN_EXAMPLE_2, KEPT),
        "a chain helps": (
            CHAIN,
            CHAINED,
            {
                "chain": [hand_over("C0", "C2", "t1", 1), hand_over("C2", "C1", "t0", 0)],
                "loads": {"C0": 2, "C2": 1, "C1": 0},
            },
        ),
        "the best loads": (CHAIN, answer(C0="t1-0", C1="t0-0", C2="t1-1"), KEPT),
        "a missing member is idle": (CHAIN, answer(C0="t1-0 t1-1", C2="t0-0"), {"loads": {"C0": 2, "C2": 1, "C1": 0}}),
        "an incomplete answer": (
            CHAIN, answer(C0="t1-0", C1="", C2="t0-0"), "the answer breaks nothing-left-out (t1-1)"
        ),
    },
    "keeps-every-claim": {
        "all are kept": (two(3, a=[0, 1, 2]), answer(a="t-0 t-1 t-2", b=""), KEPT),
        "a moved claim is named": (
            two(2, a=[0, 1]),
            SPLIT,
            {"moved": [{"topic": "t", "partition": 1, "from": "a", "to": ["b"]}], "count": 1, "claims": 2},
        ),
        "a disputed claim may move": (two(1, a=[0], b=[0]), answer(a="", b="t-0"), KEPT),
    },
    "evenest-around-claims": {
        "free partitions even out": (two(4, a=[0, 1]), answer(a="t-0 t-1", b="t-2 t-3"), KEPT),
        "a free partition could help": (
            two(4, a=[0, 1]), answer(a="t-0 t-1 t-2", b="t-3"), {"chain": [hand_over("a", "b", "t", 2)]}
        ),
        "a chain may not include claims": (two(3, a=[0, 1, 2]), answer(a="t-0 t-1 t-2", b=""), KEPT),
        "a chain of free partitions": (
            question({"t0": 2, "t1": 2}, {"C0": "t1", "C1": "t0", "C2": "t0 t1"}, answer(C2="t0-1")),
            answer(C0="t1-0 t1-1", C1="", C2="t0-0 t0-1"),
            {"chain": [hand_over("C2", "C1", "t0", 0)]},
        ),
        "a claim moved": (
            two(2, a=[0, 1]),
            SPLIT,
            "the answer breaks keeps-every-claim (1 moved), and only answers that move nothing can be compared",
        ),
        "an incomplete answer": (two(2, a=[0]), answer(a="t-0", b=""), NO_PLAN),
    },
    "needless-moves-when-equal": {
        "the fewest for balance": (two(4, a=[0, 1, 2, 3]), answer(a="t-0 t-1", b="t-2 t-3"), KEPT),
        "an exchange, with the hand-overs that undo it": (
            OWNED,
            answer(a="t-0 t-2", b="t-1 t-3"),
            {
                "moves": 2,
                "optimal_moves": 0,
                "needless": [hand_over(*one) | {"home": True} for one in (("b", "a", "t", 1), ("a", "b", "t", 2))],
            },
        ),
        "the extra stays with the larger owner": (
            two(3, a=[0, 1, 2]), answer(a="t-0", b="t-1 t-2"), {"moves": 2, "optimal_moves": 1}
        ),
        "too few moves break balance instead": (two(2, a=[0, 1]), answer(a="t-0 t-1", b=""), KEPT),
        "an unassigned partition has moved": (
            OWNED, answer(a="t-0", b="t-2 t-3"), {"moves": 1, "optimal_moves": 0, "needless": [], "count": 0, "home": 0}
        ),
    },
    "fewest-moves": {
        "a cheaper plan with the same loads": (
            ONE_IS_ENOUGH,
            answer(C0="t1-1", C1="t0-0", C2="t0-1 t1-0"),
            {"moves_before": 2, "moves_after": 1, "count": 2},
        ),
        "the cheapest plan": (ONE_IS_ENOUGH, answer(C0="t1-0", C1="t0-0", C2="t0-1 t1-1"), KEPT),
        "uneven loads": (
            two(2, a=[0, 1]),
            answer(a="t-0 t-1", b=""),
            "the answer breaks optimally-balanced, so the moves cannot be compared",
        ),
        "an incomplete answer": (two(2), answer(a="t-0", b=""), NO_PLAN),
        "either policy for tied claims": (two(2, a=[0], b=[0, 1]), answer(a="t-1", b="t-0"), KEPT),
        "a claim that was given up": (GIVEN_UP, answer(a="t-0", b="u-0", c="t-1"), KEPT),
        "a needless move beside a tie": (
            TIED,
            answer(a="t-0 t-2", b="t-1 t-3"),
            {"needless": [hand_over(*one) | {"home": True} for one in (("b", "a", "t", 1), ("a", "b", "t", 2))]},
        ),
    },
    "no-double-ownership": {
        "a single given round": (two(2, a=[0, 1]), SPLIT, {"round": 1, "count": 1}),
        "of a stale claimant, at once": (STALE, answer(a="", b="t-0"), KEPT),
        "disputed, at once": (two(1, a=[0], b=[0]), answer(a="t-0", b=""), KEPT),
    },
    "contiguous": {
        "one block each": (two(4), answer(a="t-1 t-0", b="t-3 t-2"), KEPT),
        "a hole": (two(4), answer(a="t-0 t-3", b="t-1 t-2"), {"member": "a", "topic": "t", "before": 0, "after": 3}),
    },
    "co-partitioned": {
        "alike": (ALIKE, answer(a="t-0 u-0", b="t-1 u-1"), KEPT),
        "crossed": (
            ALIKE, answer(a="t-0 u-1", b="t-1 u-0"), {"topics": ["t", "u"], "partition": 0, "owners": [["a"], ["b"]]}
        ),
        "other subscribers": (
            question({"a": 2, "b": 2}, {"C0": "a b", "C1": "b"}), answer(C0="a-0 a-1 b-0", C1="b-1"), KEPT
        ),
    },
    "topics-stay-whole": {
        "two owners are named": (
            two(3),
            answer(a="t-0 t-2", b="t-1"),
            {"topics": [{"topic": "t", "owners": ["a", "b"], "among": 2}], "count": 1},
        ),
        "ghosts and missing partitions do not count": (two(2), answer(a="t-0", b="t-7 gone-0"), KEPT),
    },
    "lag-bounded-within-topic": {
        "the largest partition alone": (lagging_group({"t": (90, 1, 0)}, "a b"), answer(a="t-0", b="t-1 t-2"), KEPT),
        "more than the largest": (
            lagging_group({"t": (90, 1, 0)}, "a b"),
            answer(a="t-0 t-1", b="t-2"),
            {
                "topic": "t",
                "most": {"member": "a", "lag": 91},
                "least": {"member": "b", "lag": 0},
                "largest": {"topic": "t", "partition": 0, "lag": 90},
            },
        ),
        "each topic alone": (LAGS, BOTH_TO_A, KEPT),
        "only subscribers count": (lagging_group({"t": (5, 5)}, {"a": "t", "b": ""}), answer(a="t-0 t-1", b=""), KEPT),
        "ghosts and repeated ids": (lagging_group({"t": (3, 3)}, "a b"), {"a": {"t": [0, 0, 9, -1]}}, KEPT),
        "no offsets": (two(2**31 - 1), answer(a="t-0 t-1"), KEPT),
    },
    "lag-bounded": {
        "over the group": (LAGS, BOTH_TO_A, {"largest": {"topic": "t", "partition": 0, "lag": 90}}),
        "a repeated id counts once": (
            lagging_group({"t": (1, 7, 7)}, "a b"),
            answer(a="t-0 t-1 t-1 t-2"),
            {"most": {"member": "a", "lag": 15}, "largest": {"topic": "t", "partition": 1, "lag": 7}},
        ),
        "no offsets": (two(2**31 - 1), answer(a="t-0 t-1"), KEPT),
    },
}  # fmt: skip
"""Law -> what the answer is like -> the group, the answer, and the facts of the break or the reason of the doubt."""


@pytest.mark.parametrize(
    ("law", "row"),
    [pytest.param(law, row, id=f"{law}: {name}") for law, rows in ROWS.items() for name, row in rows.items()],
)
def test_answer_has_its_verdict(law: str, row: Row) -> None:
    group, given, expected = row

    match verdict_on(law, group, given):
        case Kept():
            assert expected == KEPT
        case Broken(facts):
            assert expected == {key: facts[key] for key in expected} != KEPT
        case Undecided(reason):
            assert expected == reason


@pytest.mark.parametrize("law", ["returns-an-answer", *list(ROWS)[:5]])
def test_validity_is_kept_by_a_valid_answer_and_without_members(law: str) -> None:
    assert Kept() == verdict_on(law, two(2), SPLIT)
    assert Kept() == verdict_on(law, two(2), {"a": {"t": [0], "gone": []}, "b": {"t": [1]}})
    assert Kept() == verdict_on(law, question({"t": 3}, ""), {})


@pytest.mark.parametrize("law", list(ROWS)[1:5])
def test_missing_member_breaks_no_other_validity_law(law: str) -> None:
    assert Kept() == verdict_on(law, two(1), answer(a="t-0"))


EQUAL, NEEDLESS = "even-when-equal", "needless-moves-when-equal"


@pytest.mark.parametrize(
    ("law", "group", "defined"),
    [
        (EQUAL, group_of({"t": 2}, {"a": ["t", "t"], "b": ["t", "gone"]}), True),
        (EQUAL, group_of({"t": 2, "u": 0}, {"a": ["t"], "b": ["t", "u"]}), False),
        (EQUAL, group_of({"t": 2}, {}), False),
        (NEEDLESS, group_of({"t": 2}, {"a": ["t", "gone"], "b": ["gone", "t"]}), True),
        (NEEDLESS, group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]}), False),
        (NEEDLESS, group_of({"t": 2}, {"a": ["t", "t"], "b": ["t"]}), False),
        (NEEDLESS, group_of({"t": 2}, {"a": [], "b": []}), False),
        (NEEDLESS, group_of({"t": 2}, {}), False),
        (NEEDLESS, two(2, a=[0], b=[0]), False),
        (NEEDLESS, two(2, a=[0, 0]), False),
        ("lag-bounded", two(1), True),
        ("lag-bounded", group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]}), False),
    ],
)
def test_law_is_defined_on_some_groups(law: str, group: Group, *, defined: bool) -> None:
    """Evenness counts existing topics only; the law on moves needs single claims."""
    assert defined == LAW_BY_ID[law].defined(group)


def test_level_loads_are_judged_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """An audit judges thousands of such answers. A search would end in an internal error here."""
    monkeypatch.setattr("kafka_assay.properties.laws.balance.improving_chain", None)
    monkeypatch.setattr("kafka_assay.properties.laws.balance.subscribers", None)

    for law in ("optimally-balanced", "locally-balanced"):
        assert Kept() == verdict_on(law, two(3), answer(a="t-0 t-1", b="t-2"))
