from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Assignment, group_of
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.verdict import Kept, Undecided
from tests.properties.verdicts import facts_on, two_members, verdict_on

# The smallest group on which no single hand-over helps, although a chain of two does.
CHAIN = group_of({"t0": 1, "t1": 2}, {"C0": ["t1"], "C1": ["t0"], "C2": ["t0", "t1"]})
CHAINED: Assignment = {"C0": {"t1": [0, 1]}, "C1": {}, "C2": {"t0": [0]}}


def test_loads_that_differ_by_one_are_even() -> None:
    assert Kept() == verdict_on("even-when-equal", two_members(3), {"a": {"t": [0, 1]}, "b": {"t": [2]}})


def test_loads_that_differ_by_two_are_not_even() -> None:
    facts = facts_on("even-when-equal", two_members(2), {"a": {"t": [0, 1]}, "b": {}})

    assert {"most": {"member": "a", "load": 2}, "least": {"member": "b", "load": 0}} == facts


def test_member_missing_from_the_answer_counts_as_idle() -> None:
    facts = facts_on("even-when-equal", two_members(2), {"a": {"t": [0, 1]}})

    assert {"member": "b", "load": 0} == facts["least"]


def test_evenness_is_defined_on_equal_existing_topics() -> None:
    """Repeated and missing topics make no difference; the law is not defined on an empty group."""
    defined = LAW_BY_ID["even-when-equal"].defined

    assert defined(group_of({"t": 2}, {"a": ["t", "t"], "b": ["t", "gone"]}))
    assert not defined(group_of({"t": 2, "u": 0}, {"a": ["t"], "b": ["t", "u"]}))
    assert not defined(group_of({"t": 2}, {}))


def test_evenness_per_topic_allows_unequal_total_loads() -> None:
    group = group_of({"t": 1, "u": 1, "v": 2}, {"a": ["t", "u", "v"], "b": ["t", "u", "v"]})

    assert Kept() == verdict_on("spread-within-topic", group, {"a": {"t": [0], "u": [0], "v": [0]}, "b": {"v": [1]}})
    assert {
        "topic": "v",
        "most": {"member": "b", "load": 2},
        "least": {"member": "a", "load": 0},
    } == facts_on("spread-within-topic", group, {"a": {"t": [0], "u": [0]}, "b": {"v": [0, 1]}})


def test_only_subscribers_are_compared_within_a_topic() -> None:
    group = group_of({"t": 3, "u": 1}, {"a": ["t"], "b": ["u"]})

    assert Kept() == verdict_on("spread-within-topic", group, {"a": {"t": [0, 1, 2]}, "b": {"u": [0]}})


def test_improving_hand_over_breaks_locally_balanced() -> None:
    facts = facts_on("locally-balanced", two_members(3), {"a": {"t": [0, 1, 2]}, "b": {}})

    assert [{"from": "a", "to": "b", "topic": "t", "partition": 0}] == facts["chain"]
    assert {"a": 3, "b": 0} == facts["loads"]


def test_most_improving_hand_over_is_named() -> None:
    group = group_of({"t": 2, "u": 5}, {"a": ["t"], "b": ["t", "u"], "c": ["u"]})

    facts = facts_on("locally-balanced", group, {"a": {}, "b": {"t": [0, 1]}, "c": {"u": [0, 1, 2, 3, 4]}})

    assert [{"from": "c", "to": "b", "topic": "u", "partition": 0}] == facts["chain"]


def test_uneven_loads_without_a_receiver_are_locally_balanced() -> None:
    """KIP-54's Example 2: no member with a lower load subscribes to the topics of the most loaded one."""
    group = group_of({"t0": 1, "t1": 2, "t2": 3}, {"C0": ["t0"], "C1": ["t0", "t1"], "C2": ["t0", "t1", "t2"]})
    answer: Assignment = {"C0": {"t0": [0]}, "C1": {"t1": [0, 1]}, "C2": {"t2": [0, 1, 2]}}

    assert Kept() == verdict_on("locally-balanced", group, answer)
    assert Kept() == verdict_on("optimally-balanced", group, answer)


def test_inverted_sentence_of_kip_54_is_not_the_law() -> None:
    """The KIP's inverted sentence accepts an answer in which one of two subscribers owns everything."""
    group = group_of({"t0": 2}, {"A": ["t0"], "B": ["t0"]})

    assert facts_on("locally-balanced", group, {"A": {}, "B": {"t0": [0, 1]}})["chain"][0]["to"] == "A"


def test_duplicate_or_ghost_partition_is_no_hand_over() -> None:
    answer: Assignment = {"a": {"t": [0, 7, -1]}, "b": {"t": [0]}}

    assert Kept() == verdict_on("locally-balanced", two_members(1), answer)


def test_chain_breaks_optimally_balanced_but_not_locally_balanced() -> None:
    facts = facts_on("optimally-balanced", CHAIN, CHAINED)

    assert Kept() == verdict_on("locally-balanced", CHAIN, CHAINED)
    assert ["C0", "C2"] == [step["from"] for step in facts["chain"]]
    assert ["C2", "C1"] == [step["to"] for step in facts["chain"]]
    assert {"C0": 2, "C2": 1, "C1": 0} == facts["loads"]


def test_best_loads_are_optimally_balanced() -> None:
    answer: Assignment = {"C0": {"t1": [0]}, "C1": {"t0": [0]}, "C2": {"t1": [1]}}

    assert Kept() == verdict_on("optimally-balanced", CHAIN, answer)


def test_level_loads_are_judged_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """An audit judges thousands of such answers. A search would end in an internal error here."""
    monkeypatch.setattr("kafka_assay.properties.laws.balance.improving_chain", None)
    monkeypatch.setattr("kafka_assay.properties.laws.balance.subscribers", None)
    answer: Assignment = {"a": {"t": [0, 1]}, "b": {"t": [2]}}

    assert Kept() == verdict_on("optimally-balanced", two_members(3), answer)
    assert Kept() == verdict_on("locally-balanced", two_members(3), answer)


def test_members_missing_from_an_answer_own_nothing() -> None:
    assert facts_on("optimally-balanced", CHAIN, {"C0": {"t1": [0, 1]}, "C2": {"t0": [0]}})["chain"]


def test_incomplete_answer_is_not_compared_with_the_optimum() -> None:
    """The reason names the law and the partition."""
    verdict = verdict_on("optimally-balanced", CHAIN, {"C0": {"t1": [0]}, "C1": {}, "C2": {"t0": [0]}})

    assert Undecided("the answer breaks nothing-left-out (t1-1)") == verdict


def test_receiver_that_already_has_the_partition_does_not_hide_another() -> None:
    """A faulty answer gave t0-1 to A and to the idlest member Z; A could still hand it over to B."""
    group = group_of({"t0": 2, "t1": 3}, {"A": ["t0", "t1"], "Z": ["t0"], "B": ["t0"]})
    doubled: Assignment = {"A": {"t1": [0, 1, 2], "t0": [1]}, "Z": {"t0": [1]}, "B": {"t0": [0]}}

    facts = facts_on("locally-balanced", group, doubled)

    assert [{"from": "A", "to": "B", "topic": "t0", "partition": 1}] == facts["chain"]
