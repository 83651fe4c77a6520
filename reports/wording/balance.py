"""What happened where loads are less even than promised: which hand-overs would help, and whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafka_assay.reports.wording.phrases import chain_told
from kafka_assay.reports.wording.words import in_words, named

if TYPE_CHECKING:
    from kafka_assay.properties.verdict import Facts
    from kafka_assay.reports.wording.phrases import Sentences


def _too_far_apart(facts: Facts) -> str:
    most, least = facts["most"], facts["least"]
    none = "none" if least["load"] == 0 else f"{least['load']:,}"
    fewer = most["load"] - least["load"]
    return f"{named(most['member'])} has {most['load']:,} and {named(least['member'])} {none}, {in_words(fewer)} fewer"


def _even_when_equal(facts: Facts) -> str:
    return f"All members read the same topics, yet {_too_far_apart(facts)}; a difference of one is always possible."


def _spread_within_topic(facts: Facts) -> str:
    return f"Of {facts['topic']}, {_too_far_apart(facts)}, although both subscribe to it."


def _chain(facts: Facts) -> str:
    return chain_told(facts["chain"], facts["loads"])


SENTENCES: Sentences = {
    "even-when-equal": _even_when_equal,
    "spread-within-topic": _spread_within_topic,
    "locally-balanced": _chain,
    "optimally-balanced": _chain,
}
