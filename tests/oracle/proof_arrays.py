"""A group, a plan and its certificate as arrays, built without the oracle."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.oracle.columns import Columns, Ints
from kafka_assay.oracle.optimum import Optimum


class ProofArrays(NamedTuple):
    """The arguments of `verify_columns`."""

    columns: Columns
    holder: Ints
    members: Ints
    topics: Ints


def build_proof_arrays(group: Group, optimum: Optimum) -> ProofArrays:
    """Build the arrays of `group` and of its optimum."""
    topics = {topic.name: number for number, topic in enumerate(group.topics)}
    members = {member.id: number for number, member in enumerate(group.members)}
    sizes = np.array([topic.partitions for topic in group.topics], dtype=np.int64)
    first = np.cumsum(sizes) - sizes
    rows = [sorted({topics[topic] for topic in member.subscription if topic in topics}) for member in group.members]
    owner, holder = np.full((2, sizes.sum()), NOBODY)
    for (topic, one), member in valid_owners(group).items():
        owner[first[topics[topic]] + one] = members[member]
    for member, mine in optimum.assignment.items():
        for topic, ids in mine.items():
            holder[first[topics[topic]] + np.array(ids)] = members[member]
    potentials = optimum.certificate
    return ProofArrays(
        Columns(
            partitions=sizes,
            start=np.cumsum([0, *map(len, rows)]),
            topics=np.array([topic for row in rows for topic in row], dtype=np.int64),
            owner=owner,
        ),
        holder,
        np.array([potentials["members"][member] for member in members], dtype=np.int64),
        np.array([potentials["topics"].get(topic, 10**18) for topic in topics], dtype=np.int64),
    )
