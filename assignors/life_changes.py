"""What an event of a life does to the topics and members of a group."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.life import Event
from kafka_assay.assignors.model import PER_PARTITION, Group, Topic


def group_after(group: Group, event: Event) -> Group:
    """The topics and members of `group` after `event`; claims stay as they are."""
    gone = (*event.leave, *event.crash)
    subscriptions = dict(event.subscribe)
    members = (*(member for member in group.members if member.id not in gone), *event.join)
    return group.with_members(
        tuple(replace(member, subscription=subscriptions.get(member.id, member.subscription)) for member in members),
        topics_after(group, event),
    )


def topics_after(group: Group, event: Event) -> tuple[Topic, ...]:
    """The topics of `group` after the changes of `event`. New topics come last."""
    counts = dict(event.topics)
    known = {topic.name for topic in group.topics}
    kept = [
        topic if count == topic.partitions else _resize_topic(topic, count)
        for topic in group.topics
        if (count := counts.get(topic.name, topic.partitions)) is not None
    ]
    new = [(name, count) for name, count in event.topics if name not in known]
    return (*kept, *(Topic(name=name, partitions=count) for name, count in new if count is not None))


def _resize_topic(topic: Topic, count: int) -> Topic:
    """`topic` with `count` partitions. New partitions are empty; their replicas continue the rotation of the racks."""
    changed: dict[str, object] = {}
    for key in PER_PARTITION:
        values = getattr(topic, key)
        if values is None:
            continue
        more = range(topic.partitions, count)
        if key == "replica_racks":
            extra = tuple(values[partition % len(values)] for partition in more) if values else ((),) * len(more)
        else:
            extra = (None if key == "committed_offsets" else 0,) * len(more)
        changed[key] = values[:count] + extra
    return replace(topic, partitions=count, **changed)  # type: ignore[arg-type]


def restart_batches(event: Event) -> list[tuple[str, ...]]:
    """The members that restart together, batch by batch. Members that are only upgraded restart one by one."""
    listed, parallel = ((), 1) if event.restart is None else (event.restart.members, event.restart.parallel)
    batches = [listed[first : first + parallel] for first in range(0, len(listed), parallel)]
    return batches + [(name,) for name, _ in event.upgrade if name not in listed]
