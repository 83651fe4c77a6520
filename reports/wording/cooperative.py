"""Sentences for the rounds of a cooperative assignor."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import Sentences, display_name, moves_sentence, partition_name, quantity, series


def _no_double_ownership(facts: Facts) -> str:
    first, more = facts["granted"][0], facts["count"] - 1
    takers = series([display_name(member) for member in first["to"]])
    others = f" The same happened to {quantity(more, 'more partition')}." if more else ""
    return (
        f"{partition_name(first)} was granted to {takers} while {display_name(first['holder'])} still owned it.{others}"
    )


def _settles(facts: Facts) -> str:
    sentence = f"After {quantity(facts['rounds'], 'round')} the assignment still changes"
    if not facts["count"]:
        return f"{sentence}: partitions that no member owned went to other members."
    return f"{sentence}. The last round moved {moves_sentence(facts['moved'], facts['count'])}."


SENTENCES: Sentences = {
    "no-double-ownership": _no_double_ownership,
    "settles": _settles,
}
