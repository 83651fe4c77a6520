"""How it reads when the wrong claim counted, or a valid one did not."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.phrases import Sentences, chain_sentence, loads_text, moves_sentence, partition_name
from kafka_assay.reports.wording.words import display_name, quantity


def _newest_claim_wins(facts: Facts) -> str:
    first, more = facts["removed"][0], facts["count"] - 1
    others = f" and {quantity(more, 'more such claim')}" if more else ""
    there = "is" if facts["moves"] == 1 else "are"
    with_them = f"{there} {quantity(facts['moves'], 'move')} and loads {loads_text(facts['loads'])}"
    without = f"{quantity(facts['moves_without'], 'move')} and loads {loads_text(facts['loads_without'])}"
    return (
        f"{display_name(first['member'])} claims {partition_name(first)}{others}, which another member claims at a "
        f"newer generation. That should change nothing, yet with it there {with_them}, without it {without}."
    )


def _keeps_every_claim(facts: Facts) -> str:
    return (
        f"{facts['count']:,} of {quantity(facts['claims'], 'validly owned partition')} moved: "
        f"{moves_sentence(facts['moved'], facts['count'])}."
    )


def _evenest_around_claims(facts: Facts) -> str:
    free = "a partition that nobody" if len(facts["chain"]) == 1 else "partitions that nobody"
    return f"With {free} validly owned before, {chain_sentence(facts['chain'], facts['loads'])}"


SENTENCES: Sentences = {
    "newest-claim-wins": _newest_claim_wins,
    "keeps-every-claim": _keeps_every_claim,
    "evenest-around-claims": _evenest_around_claims,
}
