"""Old versions of the subscription protocol for random groups."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from kafka_assay.assignors.model import Group


def with_old_versions(random: Random, group: Group) -> Group:
    """Return the same group, with subscription versions 0 to 3."""
    members = tuple(replace(member, metadata_version=random.choice((0, 1, 2, 3, 3))) for member in group.members)
    return replace(group, members=members)
