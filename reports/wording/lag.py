"""What happened where a backlog is shared out less evenly than promised."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.phrases import Sentences, partition_name
from kafka_assay.reports.wording.words import display_name


def _apart(facts: Facts) -> str:
    most, least, largest = facts["most"], facts["least"], facts["largest"]
    bound = f"the largest lag of a partition, {largest['lag']:,} ({partition_name(largest)})"
    return (
        f"{display_name(most['member'])} has a lag of {most['lag']:,} "
        f"and {display_name(least['member'])} of {least['lag']:,}: "
        f"{most['lag'] - least['lag']:,} apart, more than {bound}"
    )


def _lag_bounded_within_topic(facts: Facts) -> str:
    return f"Of {facts['topic']}, {_apart(facts)}, although both subscribe to it."


def _lag_bounded(facts: Facts) -> str:
    return f"All members read the same topics, yet {_apart(facts)}."


SENTENCES: Sentences = {
    "lag-bounded-within-topic": _lag_bounded_within_topic,
    "lag-bounded": _lag_bounded,
}
