"""
The kind of an answer: a few coarse features of a group and its answer, and the declared failures that it shows.

A search counts how often each kind was seen. Kinds that were seen once tell how likely a new kind is.
"""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from kafka_assay.properties.judging.rebalances import Rebalance


def answer_kind(rebalance: Rebalance, alarms: Iterable[str] = ()) -> int:
    """
    The number of the kind of this rebalance's answer: the same in every process.

    It depends on the size of the group, the spread of the loads, the share of unequal subscriptions, the number of
    rounds, and the kind of a failure. Sizes count by their number of binary digits. `alarms` are the laws that broke as
    declared.
    """
    trial = rebalance.trial
    failure = trial.failure()
    group = trial.group
    known = crc32(" ".join(sorted(alarms)).encode())
    size = len(group.members).bit_length(), sum(topic.partitions for topic in group.topics).bit_length()
    if failure is not None:
        return hash((*size, crc32(failure.kind.encode()), known))
    loads = trial.loads.values()
    spread = max(loads, default=0) - min(loads, default=0)
    idle = sum(not load for load in loads).bit_length()
    subscriptions = len({frozenset(member.subscription) for member in group.members}).bit_length()
    claims = sum(bool(member.owned) for member in group.members).bit_length()
    return hash((*size, spread.bit_length(), idle, subscriptions, claims, rebalance.own_steps, known))
