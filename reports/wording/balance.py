"""What happened where loads are less even than promised: which hand-overs would help, and whom."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.phrases import Sentences, chain_sentence
from kafka_assay.reports.wording.words import display_name, number_in_words


def _too_far_apart(facts: Facts) -> str:
    most, least = facts["most"], facts["least"]
    none = "none" if least["load"] == 0 else f"{least['load']:,}"
    fewer = most["load"] - least["load"]
    heaviest, lightest = display_name(most["member"]), display_name(least["member"])
    return f"{heaviest} has {most['load']:,} and {lightest} {none}, {number_in_words(fewer)} fewer"


def _even_when_equal(facts: Facts) -> str:
    return f"All members read the same topics, yet {_too_far_apart(facts)}; a difference of one is always possible."


def _spread_within_topic(facts: Facts) -> str:
    return f"Of {facts['topic']}, {_too_far_apart(facts)}, although both subscribe to it."


def _chain(facts: Facts) -> str:
    return chain_sentence(facts["chain"], facts["loads"])


SENTENCES: Sentences = {
    "even-when-equal": _even_when_equal,
    "spread-within-topic": _spread_within_topic,
    "locally-balanced": _chain,
    "optimally-balanced": _chain,
}
