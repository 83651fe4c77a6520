"""Small groups on hosts, for tests of placement."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.measures.places import Placement, placement


def on_hosts(topics: dict[str, int], hosts: dict[str, str | None], **subscriptions: list[str]) -> Group:
    """Members on hosts; by default all subscribe to all topics."""
    group = group_of(topics, {member: subscriptions.get(member, list(topics)) for member in hosts})
    return replace(group, members=tuple(replace(member, host=hosts[member.id]) for member in group.members))


def placement_on(group: Group, answer: Assignment, *, weighted: bool = False) -> Placement:
    """The placement, which must exist."""
    found = placement(group, answer, weighted=weighted)
    assert found is not None
    return found
