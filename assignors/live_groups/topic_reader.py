"""Ask a cluster about topics: partitions, racks of replicas, first and last offsets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kio.schema.errors import ErrorCode

from kafka_assay.assignors.live_groups.cluster import Cluster, ClusterBroker

_AT_ONCE = 1000
"""Topics in one request."""

_END, _BEGIN = -1, -2
"""Kafka's timestamps that stand for the last and the first offset."""

_NO_REPLICA = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTopic:
    """
    A topic. `partitions` is None where the cluster does not show it; then `why_hidden` is the broker's error.

    `leaders[p]` is the node id of the leader, or None. `replica_racks` is None where a rack is unknown. Offsets are
    per partition.
    """

    name: str
    partitions: int | None = None
    why_hidden: str | None = None
    leaders: tuple[int | None, ...] = ()
    replica_racks: tuple[tuple[str, ...], ...] | None = None
    begin: Mapping[int, int] = field(default_factory=dict, hash=False)
    end: Mapping[int, int] = field(default_factory=dict, hash=False)


def read_topics(cluster: Cluster, names: Iterable[str]) -> dict[str, SeenTopic]:
    """Topic -> what the cluster shows about it, for each of `names`. No topic is created by asking."""
    wanted = sorted(set(names))
    topics: dict[str, SeenTopic] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        reply = cluster.ask(None, "metadata", _metadata_request(wanted[start : start + _AT_ONCE]))
        for topic in reply.topics:
            topics[topic.name] = _topic(topic, cluster.brokers)
    return _with_offsets(cluster, topics)


def _metadata_request(names: Sequence[str]) -> Any:
    return lambda messages: messages.MetadataRequest(
        topics=tuple(messages.MetadataRequestTopic(name=name) for name in names), allow_auto_topic_creation=False
    )


def _topic(topic: Any, brokers: Mapping[int, ClusterBroker]) -> SeenTopic:
    if topic.error_code is not ErrorCode.none:
        return SeenTopic(name=topic.name, why_hidden=topic.error_code.name.upper())
    parts = sorted(topic.partitions, key=lambda part: int(part.partition_index))
    return SeenTopic(
        name=topic.name,
        partitions=len(parts),
        leaders=tuple(int(part.leader_id) if int(part.leader_id) in brokers else None for part in parts),
        replica_racks=_replica_racks(parts, brokers),
    )


def _replica_racks(parts: Sequence[Any], brokers: Mapping[int, ClusterBroker]) -> tuple[tuple[str, ...], ...] | None:
    """The racks of each partition's replicas, the leader's first; None where a replica's rack is unknown."""
    found = []
    for part in parts:
        leader = int(part.leader_id)
        nodes = [leader, *(node for node in map(int, part.replica_nodes) if node != leader)]
        racks = [brokers[node].rack if node in brokers else None for node in nodes if node != _NO_REPLICA]
        known = tuple(rack for rack in racks if rack is not None)
        if len(known) < len(racks):
            return None
        found.append(known)
    return tuple(found)


def _with_offsets(cluster: Cluster, topics: Mapping[str, SeenTopic]) -> dict[str, SeenTopic]:
    by_leader: dict[int, dict[str, list[int]]] = {}
    for topic in topics.values():
        for partition, leader in enumerate(topic.leaders):
            if leader is not None:
                by_leader.setdefault(leader, {}).setdefault(topic.name, []).append(partition)
    found: dict[int, dict[str, dict[int, int]]] = {_BEGIN: {}, _END: {}}
    for leader, wanted in sorted(by_leader.items()):
        for time, offsets in found.items():
            reply = cluster.ask(leader, "list_offsets", _offsets_request(wanted, time))
            for topic in reply.topics:
                offsets.setdefault(topic.name, {}).update(
                    (int(part.partition_index), int(part.offset))
                    for part in topic.partitions
                    if part.error_code is ErrorCode.none and part.offset >= 0
                )
    return {
        name: replace(topic, begin=found[_BEGIN].get(name, {}), end=found[_END].get(name, {}))
        for name, topic in topics.items()
    }


def _offsets_request(wanted: Mapping[str, Sequence[int]], time: int) -> Any:
    return lambda messages: messages.ListOffsetsRequest(
        replica_id=-1,
        isolation_level=0,
        topics=tuple(
            messages.ListOffsetsTopic(
                name=name,
                partitions=tuple(
                    messages.ListOffsetsPartition(partition_index=partition, timestamp=time) for partition in partitions
                ),
            )
            for name, partitions in wanted.items()
        ),
    )
