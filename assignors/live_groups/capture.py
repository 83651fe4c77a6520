"""One look at a cluster: its groups as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kafka_assay.assignors.live_groups.cluster import AsksBrokers
from kafka_assay.assignors.live_groups.cluster_reader import (
    chosen_groups,
    describe_groups,
    is_consumer_group,
    list_groups,
)
from kafka_assay.assignors.live_groups.group_from_cluster import group_from_cluster, topics_of
from kafka_assay.assignors.live_groups.seen import SeenGroup, UnreadableGroup
from kafka_assay.assignors.live_groups.topic_reader import read_topics
from kafka_assay.assignors.model import Group


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """The groups in the order of their names, those that cannot be read among them, and the skipped kinds of group."""

    groups: tuple[Group | UnreadableGroup, ...]
    skipped: tuple[str, ...]


def capture_groups(cluster: AsksBrokers, names: Sequence[str] = ()) -> Capture:
    """
    The groups called `names`, or all consumer groups. Raises `AssayError` where a name is unknown.

    The cluster goes on meanwhile: a group and its offsets are read some milliseconds apart.
    """
    listed = list_groups(cluster)
    seen = list(describe_groups(cluster, chosen_groups(listed, names)))
    wanted = {topic for group in seen if isinstance(group, SeenGroup) for topic in topics_of(group)}
    topics = read_topics(cluster, wanted)
    others = () if names else tuple(group.name for group in listed if not is_consumer_group(group))
    return Capture(
        groups=tuple(group_from_cluster(group, topics) if isinstance(group, SeenGroup) else group for group in seen),
        skipped=others,
    )
