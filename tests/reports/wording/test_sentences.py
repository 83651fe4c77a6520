from __future__ import annotations

from kafka_assay.assignors.model import group_of
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.verdict import Undecided, facts_of
from kafka_assay.reports.wording.sentences import EXPLAINED, explain_facts, why_it_matters
from tests.properties.verdicts import facts_on


def test_each_law_has_sentences_for_facts_importance_and_source() -> None:
    assert LAW_BY_ID.keys() == EXPLAINED.keys()
    assert all(why_it_matters(law, {}).endswith(".") and LAW_BY_ID[law].source for law in LAW_BY_ID)


def test_kept_law_has_no_text_and_undecided_law_has_a_reason() -> None:
    reason = facts_of(Undecided("the answer breaks one-owner-each (t-0)"))

    assert "" == explain_facts("one-owner-each", {})
    assert "Undecided: the answer breaks one-owner-each (t-0)." == explain_facts("optimally-balanced", reason)


def test_round_and_rebalance_of_a_breach_are_named() -> None:
    """A failure in the first round needs no round."""
    failed = {"error": "crash", "message": "SIGSEGV", "round": 1}

    assert "In round 2 of rebalance 3: The assignor gave no answer: crash (SIGSEGV)." == explain_facts(
        "returns-an-answer", {**failed, "round": 2}, rebalance=3
    )
    assert "The assignor gave no answer: crash (SIGSEGV)." == explain_facts("returns-an-answer", failed, rebalance=3)


def test_direction_changes_in_member_ids_are_escaped() -> None:
    group = group_of({"t": 1}, {"a\u202eb": ["t"]})

    assert r"a\u202eb is missing from the answer." == explain_facts(
        "answers-every-member", facts_on("answers-every-member", group, {})
    )
