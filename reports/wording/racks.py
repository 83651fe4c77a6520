"""What happened where racks cost balance, or where looking at them brought less than not looking."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.phrases import Sentences, loads_text
from kafka_assay.reports.wording.words import quantity


def _racks_never_cost_balance(facts: Facts) -> str:
    where = f"Of {facts['topic']}, with" if "topic" in facts else "With"
    return (
        f"{where} the racks shown the loads are {loads_text(facts['loads'])}; "
        f"with all racks hidden, {loads_text(facts['loads_without'])}."
    )


def _rack_match_not_worse(facts: Facts) -> str:
    one = facts["matches"] == 1
    return (
        f"{quantity(facts['matches'], 'partition')} {'is' if one else 'are'} on a rack of {'its' if one else 'their'} "
        f"replicas; the same assignor, asked with all racks hidden, puts {facts['blind_matches']:,} there by chance."
    )


SENTENCES: Sentences = {
    "racks-never-cost-balance": _racks_never_cost_balance,
    "rack-match-not-worse": _rack_match_not_worse,
}
