"""
The weights of partitions, of an answer's members, and the answer of the weighted oracle.

Weights are whole numbers of one unit, so that nothing is rounded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from kafka_assay.assignors.errors import AssayError, short_repr, spelling_tip
from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Assignment, Group, Topic, TopicPartition
from kafka_assay.assignors.ownership import valid_owners_by_topic
from kafka_assay.oracle.optimum import Status

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
        if topics and all(topic.end_offsets is None for topic in topics):
            raise AssayError("lag: needs a subscribed topic with end_offsets (or use --weights weights)")
        listed = [list(map(Fraction, lags(topic, group.auto_offset_reset))) for topic in topics]
    else:
        listed = list(map(_topic_weights, topics))
    weights = {
        TopicPartition(t.name, p): one for t, some in zip(topics, listed, strict=True) for p, one in enumerate(some)
    }
    parts = lcm(*{weight.denominator for weight in weights.values()})
    units = {partition: int(weight * parts) for partition, weight in weights.items()}
    common = gcd(*set(units.values())) or 1
    return PartitionWeights(
        units={partition: unit // common for partition, unit in units.items()}, unit=Fraction(common, parts)
    )


def _topic_weights(topic: Topic) -> list[Fraction]:
    if topic.weights is None:
        raise AssayError(f"weights: topic {topic.name!r} has no weights: add one for each partition")
    for partition, weight in enumerate(topic.weights):
        if weight < 0:
            raise AssayError(f"topics.{topic.name}.weights[{partition}]: {short_repr(weight)}: expected 0 or more")
    known = {weight: Fraction(repr(weight)) for weight in set(topic.weights)}
    return [known[weight] for weight in topic.weights]


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedFigures:
    """
    The three levels, in their order: maximum weight, sum of squares, weight moved.

    `most` is the weight of the heaviest member. `squares` is the sum of the squares of all members' weights. `moved` is
    the weight of the partitions that are not with their valid owner.
    """

    most: Fraction
    squares: Fraction
    moved: Fraction

    def sort_key(self) -> tuple[Fraction, Fraction, Fraction]:
        """The figures in the order of comparison; less is better."""
        return self.most, self.squares, self.moved


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedOptimum:
    """
    A plan with its figures, and a `bound` for each.

    No plan has a lower maximum than `bound.most`. No plan whose maximum is at most this plan's has a lower sum of
    squares than `bound.squares`. No plan that is also as even moves less than `bound.moved`. If the plan meets all
    three bounds its status is `proved`, else `bounded`. `grain` is the solver's unit where it had to be coarser than
    the weights; the figures and bounds are exact all the same.

    If all partitions weigh the same, the plan is the unweighted optimum and carries its `certificate`.
    """

    by: str
    status: Status
    figures: WeightedFigures
    bound: WeightedFigures
    grain: Fraction | None
    assignment: Assignment = field(hash=False)
    certificate: dict[str, Any] | None = field(hash=False)

    @property
    def gap(self) -> WeightedFigures:
        """The most by which each figure may exceed the best possible one."""
        pairs = zip(self.figures.sort_key(), self.bound.sort_key(), strict=True)
        most, squares, moved = (found - bound for found, bound in pairs)
        return WeightedFigures(most=most, squares=squares, moved=moved)

    @property
    def r_score(self) -> Fraction:
        """
        The weight moved in units of the heaviest member's weight.

        This follows Landau et al., who divide by a consumer's capacity.
        """
        return self.figures.moved / self.figures.most if self.figures.most else self.figures.moved


def member_weights(group: Group, weights: PartitionWeights, answer: Assignment) -> dict[str, Fraction]:
    """
    The weight of each member's partitions in `answer`. Partitions that the group cannot have weigh nothing.

    >>> from kafka_assay.assignors.model import Group, Member, Topic
    >>> topic = Topic(name="t", partitions=2, weights=(3.5, 1))
    >>> group = Group(topics=(topic,), members=tuple(Member(id=name, subscription=("t",)) for name in "ab"))
    >>> {member: str(weight) for member, weight in member_weights(
    ...     group, weights_of(group, "weights"), {"a": {"t": [0, 1, 2]}}).items()}
    {'a': '9/2', 'b': '0'}
    """
    known: dict[str, dict[int, int]] = {}
    for partition, units in weights.units.items():
        known.setdefault(partition.topic, {})[partition.partition] = units
    return {
        member.id: weights.unit
        * sum(
            known.get(topic, {}).get(partition, 0)
            for topic, ids in answer.get(member.id, {}).items()
            for partition in ids
        )
        for member in group.members
    }


def plan_figures(group: Group, weights: PartitionWeights, answer: Assignment) -> WeightedFigures:
    """The three figures of `answer`. Moved is what leaves its valid owner."""
    heaviness = member_weights(group, weights, answer)
    left = 0
    held = {member: {topic: set(ids) for topic, ids in topics.items()} for member, topics in answer.items()}
    owners = valid_owners_by_topic(group)
    for partition, units in weights.units.items():
        owner = owners.get(partition.topic, {}).get(partition.partition)
        if owner is not None and partition.partition not in held.get(owner, {}).get(partition.topic, ()):
            left += units
    return WeightedFigures(
        most=max(heaviness.values(), default=Fraction(0)),
        squares=sum((weight * weight for weight in heaviness.values()), Fraction(0)),
        moved=left * weights.unit,
    )
