"""The features of a judged pair: small numbers that place a group and its answer among all others."""

from __future__ import annotations

from kafka_assay.assignors.model import Group
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.judging.judgement import Gap
from kafka_assay.properties.measures.traits import traits

NUMBERS = ("members", "partitions", "topics", "claims", "gap", "needless moves", "rounds")
"""The features that are numbers."""
TRAITS = tuple(sorted(FAMILIES))
"""The features that are 0 or 1: whether the group has the trait of this name."""


def features_of(group: Group, partitions: int, gap: Gap | None, rounds: int | None) -> tuple[int, ...]:
    """The features of a group and its answer, numbers first. Unknown figures are -1."""
    found = traits(group)
    return (
        len(group.members),
        partitions,
        len(group.topics),
        sum(len(ids) for member in group.members for _, ids in member.owned),
        -1 if gap is None else gap.sum_of_squares - gap.optimal_sum_of_squares,
        -1 if gap is None else gap.moves - gap.optimal_moves,
        -1 if rounds is None else rounds,
        *(int(trait in found) for trait in TRAITS),
    )
