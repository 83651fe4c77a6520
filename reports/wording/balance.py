"""Sentences for broken balance laws: the uneven loads, and the hand-overs that would help."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import Sentences, chain_sentence, display_name, quantity


def _too_far_apart(facts: Facts) -> str:
    most, least = facts["most"], facts["least"]
    heaviest, lightest = display_name(most["member"]), display_name(least["member"])
    return f"{heaviest} has {quantity(most['load'], 'partition')} and {lightest} has {least['load'] or 'none'}"


def _even_when_equal(facts: Facts) -> str:
    return (
        f"All members subscribe to the same topics, but {_too_far_apart(facts)}. A difference of 1 is always possible."
    )


def _spread_within_topic(facts: Facts) -> str:
    return f"In {facts['topic']}, {_too_far_apart(facts)}, although both subscribe to it."


def _chain(facts: Facts) -> str:
    return chain_sentence(facts["chain"], facts["loads"])


SENTENCES: Sentences = {
    "even-when-equal": _even_when_equal,
    "spread-within-topic": _spread_within_topic,
    "locally-balanced": _chain,
    "optimally-balanced": _chain,
}
