"""Sentences for the laws on claims: a wrong claim won, or a valid one was ignored."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import (
    Sentences,
    chain_sentence,
    display_name,
    loads_text,
    moves_sentence,
    partition_name,
    quantity,
)


def _newest_claim_wins(facts: Facts) -> str:
    first, more = facts["removed"][0], facts["count"] - 1
    others = f"; {quantity(more, 'more claim')} {'is' if more == 1 else 'are'} outdated in the same way" if more else ""
    moves, moves_without = (quantity(facts[key], "move") for key in ("moves", "moves_without"))
    loads, loads_without = (loads_text(facts[key]) for key in ("loads", "loads_without"))
    result = "final result" if facts.get("rounds", 1) > 1 else "answer"
    it, older = ("them", "older claims") if more else ("it", "older claim")
    if loads == loads_without and moves != moves_without:
        effect = f"takes {moves}, without {it} {moves_without}; the loads are {loads} both times."
    else:
        effect = f"takes {moves} and leaves loads {loads}; without {it}: {moves_without}, loads {loads_without}."
    return (
        f"{display_name(first['member'])} claims {partition_name(first)}, but other members claim it at a "
        f"newer generation{others}. The {older} should change nothing. The {result} with {it} {effect}"
    )


def _keeps_every_claim(facts: Facts) -> str:
    return (
        f"{facts['count']:,} of {quantity(facts['claims'], 'partition')} with a valid owner moved: "
        f"{moves_sentence(facts['moved'], facts['count'])}."
    )


def _evenest_around_claims(facts: Facts) -> str:
    free = "This partition" if len(facts["chain"]) == 1 else "These partitions"
    return f"{chain_sentence(facts['chain'], facts['loads'])} {free} had no valid owner before."


SENTENCES: Sentences = {
    "newest-claim-wins": _newest_claim_wins,
    "keeps-every-claim": _keeps_every_claim,
    "evenest-around-claims": _evenest_around_claims,
}
