"""Sentences for the laws on lag: lag is distributed less evenly than promised."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import Sentences, display_name, partition_name


def _apart(facts: Facts) -> str:
    most, least, largest = facts["most"], facts["least"], facts["largest"]
    apart = most["lag"] - least["lag"]
    return (
        f"{display_name(most['member'])} has a lag of {most['lag']:,} and {display_name(least['member'])} of "
        f"{least['lag']:,}. The difference of {apart:,} is more than the largest lag of a partition: "
        f"{largest['lag']:,} ({partition_name(largest)})"
    )


def _lag_bounded_within_topic(facts: Facts) -> str:
    return f"Both subscribe to {facts['topic']}, but in it {_apart(facts)}."


def _lag_bounded(facts: Facts) -> str:
    return f"All members subscribe to the same topics, but {_apart(facts)}."


SENTENCES: Sentences = {
    "lag-bounded-within-topic": _lag_bounded_within_topic,
    "lag-bounded": _lag_bounded,
}
