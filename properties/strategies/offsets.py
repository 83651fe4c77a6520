"""
Offsets and weights of topics, which only some assignors look at.

Every fourth group of any family has them. They are no trait: a partition without a committed offset, or with one that
retention has overtaken, is normal. They need few draws, one for each partition.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from kafka_assay.properties.strategies.choices import Choice, Draw, integers, lists
from kafka_assay.properties.strategies.draft import Draft

RESETS = ("latest", "earliest", "none", "LATEST", "by_duration:P1D")
"""Values of `auto.offset.reset`: the default first, then others, one of them in upper case."""

LAGS = (0, 1, 2, 5, 90, 1_000)
BEGIN = 10
BEYOND = 7
COMMITTED = 5
"""The number of kinds of committed offset: in the log, none, beyond its end, before its beginning, 0."""

_USE = integers(0, 7)
_RESETS = integers(0, len(RESETS) - 1)
_KNOWN = integers(0, 7)


@cache
def _partitions(count: int) -> Choice[list[int]]:
    return lists(integers(0, len(LAGS) * COMMITTED - 1), least=count, most=count)


def offsets(draw: Draw, draft: Draft) -> None:
    """Give some topics offsets and sometimes weights, with a reset policy. Three of four groups get none."""
    use = draw(_USE)
    if use < 6:
        return
    draft.auto_offset_reset = RESETS[draw(_RESETS)]
    for topic, count in draft.topics.items():
        known = draw(_KNOWN)
        drawn = draw(_partitions(count))
        if known < 7:
            draft.offsets[topic] = _offsets(drawn, known)
        if use == 7:
            draft.weights[topic] = tuple(LAGS[number % len(LAGS)] / 2 for number in drawn)


def _offsets(drawn: list[int], known: int) -> dict[str, Any]:
    """The offsets for these numbers. A `known` of 4 to 6 leaves out one of the three lists."""
    lags = [LAGS[number % len(LAGS)] for number in drawn]
    found = {
        "begin_offsets": (BEGIN,) * len(drawn),
        "end_offsets": tuple(BEGIN + lag for lag in lags),
        "committed_offsets": tuple(
            (BEGIN, None, BEGIN + lag + BEYOND, BEGIN - 1, 0)[number // len(LAGS)]
            for lag, number in zip(lags, drawn, strict=True)
        ),
    }
    missing = {4: "begin_offsets", 5: "committed_offsets", 6: "end_offsets"}.get(known)
    return {key: offsets for key, offsets in found.items() if key != missing}
