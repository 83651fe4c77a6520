"""What an answer weighs: each member's weight, and the figures that the weighted optimum makes small."""

from __future__ import annotations

from fractions import Fraction

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import valid_owners_by_topic
from kafka_assay.oracle.weighted.partition_weights import PartitionWeights
from kafka_assay.oracle.weighted.weighted_optimum import WeightedFigures


def member_weights(group: Group, weights: PartitionWeights, answer: Assignment) -> dict[str, Fraction]:
    """
    The weight of each member's partitions in `answer`. Partitions that the group cannot have weigh nothing.

    >>> from kafka_assay.assignors.model import Group, Member, Topic
    >>> from kafka_assay.oracle.weighted.partition_weights import weights_of
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
