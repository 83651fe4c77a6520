"""
The kind of an answer: a few coarse features of a group and its answer, and the declared failures that it shows.

A search counts how often each kind was seen. Kinds that were seen once tell how likely a new kind is.
"""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from kafka_assay.properties.judging.rebalances import Rebalance

MOST = 3
"""Idle members and rounds beyond this number count as this number."""


def answer_kind(rebalance: Rebalance, alarms: Iterable[str] = ()) -> int:
    """
    The number of the kind of this rebalance's answer: the same in every process.

    It depends on the number of members and the spread of their loads (both by the number of their binary digits), on
    the members without partitions, on the number of rounds, and on the kind of a failure. `alarms` are the laws that
    broke as declared.
    """
    trial = rebalance.trial
    failure = trial.failure()
    known = crc32(" ".join(sorted(alarms)).encode())
    members = len(trial.group.members).bit_length()
    if failure is not None:
        return hash((members, crc32(failure.kind.encode()), known))
    loads = trial.loads.values()
    spread = max(loads, default=0) - min(loads, default=0)
    idle = sum(not load for load in loads)
    return hash((members, spread.bit_length(), min(idle, MOST), min(rebalance.own_steps, MOST), known))
