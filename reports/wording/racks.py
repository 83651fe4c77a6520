"""Sentences for the laws on racks: racks cost balance, or reading racks gives fewer matches than ignoring them."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import Sentences, loads_text, quantity


def _racks_never_cost_balance(facts: Facts) -> str:
    where = f"Loads in {facts['topic']}" if "topic" in facts else "Loads"
    return (
        f"{where} with racks: {loads_text(facts['loads'])}. "
        f"With all racks hidden: {loads_text(facts['loads_without'])}."
    )


def _rack_match_not_worse(facts: Facts) -> str:
    one = facts["matches"] == 1
    return (
        f"{quantity(facts['matches'], 'partition')} {'is' if one else 'are'} on a rack of {'its' if one else 'their'} "
        f"replicas. With all racks hidden, the same assignor puts {facts['blind_matches']:,} there by chance."
    )


SENTENCES: Sentences = {
    "racks-never-cost-balance": _racks_never_cost_balance,
    "rack-match-not-worse": _rack_match_not_worse,
}
