"""The weight of each partition in whole numbers of one unit, so that nothing is rounded."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from kafka_assay.assignors.errors import AssayError, short_repr, spelling_tip
from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Group, Topic, TopicPartition

WEIGHT_KINDS = ("lag", "weights")


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionWeights:
    """The weight in `units` of each partition whose topic has subscribers, and the value of one `unit`."""

    units: dict[TopicPartition, int]
    unit: Fraction


def parse_weight_kind(name: str) -> str:
    """Return `name` if it is a way to weigh partitions. Otherwise raises `AssayError` with the nearest name."""
    if name not in WEIGHT_KINDS:
        expected = f"expected {' or '.join(WEIGHT_KINDS)}{spelling_tip(name, WEIGHT_KINDS)}"
        raise AssayError(f"unknown weights {name!r}: {expected}")
    return name


def weights_of(group: Group, by: str) -> PartitionWeights:
    """
    The weights of `group`, by its lag (`kafka_assay.assignors.lag`) or by the topics' own `weights`.

    A weight has the exact value of its decimal digits: 3.1 is 31 tenths. Raises `AssayError` where the group has no
    such data, or a weight is negative.

    >>> from kafka_assay.assignors.model import Group, Member, Topic
    >>> topic = Topic(name="t", partitions=2, weights=(3.5, 1.0))
    >>> weights_of(Group(topics=(topic,), members=(Member(id="a", subscription=("t",)),)), "weights")
    PartitionWeights(units={TopicPartition(topic='t', partition=0): 7, TopicPartition(topic='t', partition=1): 2}, unit=Fraction(1, 2))
    """  # noqa: E501
    parse_weight_kind(by)
    subscribed = {topic for member in group.members for topic in member.subscription}
    topics = [topic for topic in group.topics if topic.partitions and topic.name in subscribed]
    if by == "lag":
        weights = _lag_weights(topics, group.auto_offset_reset)
    else:
        weights = {TopicPartition(t.name, p): weight for t in topics for p, weight in enumerate(_topic_weights(t))}
    parts = lcm(*{weight.denominator for weight in weights.values()})
    units = {partition: int(weight * parts) for partition, weight in weights.items()}
    common = gcd(*set(units.values())) or 1
    return PartitionWeights(
        units={partition: unit // common for partition, unit in units.items()}, unit=Fraction(common, parts)
    )


def _lag_weights(topics: list[Topic], reset: str) -> dict[TopicPartition, Fraction]:
    if topics and all(topic.end_offsets is None for topic in topics):
        raise AssayError("lag: needs a subscribed topic with end_offsets (or use --weights weights)")
    return {TopicPartition(t.name, p): Fraction(lag) for t in topics for p, lag in enumerate(lags(t, reset))}


def _topic_weights(topic: Topic) -> list[Fraction]:
    if topic.weights is None:
        raise AssayError(f"weights: topic {topic.name!r} has no weights: add one for each partition")
    for partition, weight in enumerate(topic.weights):
        if weight < 0:
            raise AssayError(f"topics.{topic.name}.weights[{partition}]: {short_repr(weight)}: expected 0 or more")
    known = {weight: Fraction(repr(weight)) for weight in set(topic.weights)}
    return [known[weight] for weight in topic.weights]
