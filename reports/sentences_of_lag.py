"""
What happened where a backlog is shared out less evenly than promised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.sentences_of_validity import partition_name
from reports.words import named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def _apart(facts: dict[str, Any]) -> str:
    most, least, largest = facts["most"], facts["least"], facts["largest"]
    bound = f"the largest lag of a partition, {largest['lag']:,} ({partition_name(largest)})"
    return (
        f"{named(most['member'])} has a lag of {most['lag']:,} and {named(least['member'])} of {least['lag']:,}: "
        f"{most['lag'] - least['lag']:,} apart, more than {bound}"
    )


def _lag_bounded_within_topic(facts: dict[str, Any]) -> str:
    return f"Of {facts['topic']}, {_apart(facts)}, although both subscribe to it."


def _lag_bounded(facts: dict[str, Any]) -> str:
    return f"All members read the same topics, yet {_apart(facts)}."


LAG: Mapping[str, Callable[[dict[str, Any]], str]] = {
    "lag-bounded-within-topic": _lag_bounded_within_topic,
    "lag-bounded": _lag_bounded,
}
