"""Tests of `kafka_assay.reports.wording.sentences`."""

from __future__ import annotations

from kafka_assay.assignors.model import group_of
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.verdict import Undecided, facts_of
from kafka_assay.reports.wording.sentences import EXPLAINED, explain_facts, source_of, why_it_matters
from tests.reports.wording.law_breaches import on_answer


def test_every_law_is_explained_and_matters() -> None:
    """No law is without words for its facts, its stakes and its source, and no words are without a law."""
    assert LAW_BY_ID.keys() == EXPLAINED.keys()
    assert all(why_it_matters(law, {}).endswith(".") and source_of(law) for law in LAW_BY_ID)


def test_the_sentences_of_a_law_stand_in_the_file_of_its_kind() -> None:
    """A law of `properties/laws/KIND.py` reads as `reports/wording/KIND.py` says."""
    files = {law_id: sentence.__module__.rpartition(".")[2] for law_id, sentence in EXPLAINED.items()}

    assert {law.id: law.kind for law in LAW_BY_ID.values()} == files


def test_kept_laws_need_no_words_and_undecided_ones_a_reason() -> None:
    """Nothing is said of a kept law; of an undecided one, why."""
    reason = facts_of(Undecided("the answer breaks one-owner-each (t-0)"))

    assert "" == explain_facts("one-owner-each", {})
    assert "Undecided: the answer breaks one-owner-each (t-0)." == explain_facts("optimally-balanced", reason)


def test_names_that_cannot_be_shown_are_made_legible() -> None:
    """A member id with a character that turns the line around is written with an escape."""
    group = group_of({"t": 1}, {"a\u202eb": ["t"]})

    assert r"a\u202eb is missing from the answer." == on_answer("answers-every-member", group, {})
