"""
Facts -> sentences that prove the point: what happened, and why that matters.

One function for each law; it gets the facts of a broken verdict and nothing else, so that a stored record can be
explained on another machine, years later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording import (
    balance,
    change,
    claims,
    cooperative,
    lag,
    placement,
    racks,
    repeatable,
    stickiness,
    validity,
)
from kafka_assay.reports.wording.phrases import Sentences

EXPLAINED: Sentences = {
    **validity.SENTENCES,
    **repeatable.SENTENCES,
    **balance.SENTENCES,
    **lag.SENTENCES,
    **change.SENTENCES,
    **stickiness.SENTENCES,
    **claims.SENTENCES,
    **cooperative.SENTENCES,
    **placement.SENTENCES,
    **racks.SENTENCES,
}
"""Law id -> what turns the facts of its broken verdict into sentences."""

STAKES_BY_FACTS: Mapping[str, Callable[[Facts], str | None]] = {"returns-an-answer": validity.without_an_answer}
"""Law id -> what a breach of just this kind means, for laws whose breaches mean different things; None: as always."""


def explain_facts(law_id: str, facts: Facts) -> str:
    """
    What happened, in sentences; the reason where the law was undecided, nothing where it was kept.

    >>> explain_facts("nothing-left-out", {"partitions": [{"topic": "t0", "partition": 1}], "count": 1})
    'Nobody owns t0-1, although its topic has subscribers.'
    """
    if not facts:
        return ""
    if facts.keys() == {"reason"}:
        return f"Not decided: {facts['reason']}."
    said = EXPLAINED[law_id](facts)
    return f"In round {facts['round']}: {said}" if "round" in facts else said


def why_it_matters(law_id: str, facts: Facts) -> str:
    """
    What a law, broken with these `facts`, means for those who run the group.

    >>> why_it_matters("returns-an-answer", {"error": "output-flood"})
    "The leader's assignor never comes to the end of its answer, so nobody in the group gets an assignment."
    """
    told = STAKES_BY_FACTS[law_id](facts) if law_id in STAKES_BY_FACTS else None
    return told or LAW_BY_ID[law_id].matters


def source_of(law_id: str) -> str:
    """Who says so: the law's source."""
    return LAW_BY_ID[law_id].source
