"""Ask a cluster about topics: partitions, racks of replicas, first and last offsets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kio.schema.errors import ErrorCode

from kafka_assay.assignors.live_groups.cluster import Cluster, ClusterBroker
from kafka_assay.assignors.model import Topic

_AT_ONCE = 1000
"""Topics in one request."""

_END, _BEGIN = -1, -2
"""Kafka's timestamps that stand for the last and the first offset."""

_NO_REPLICA = -1


def read_topics(cluster: Cluster, names: Iterable[str]) -> dict[str, Topic | str]:
    """
    Topic -> what the cluster shows about it, or the broker's error, for each of `names`. No topic is created by asking.

    Racks are None where a replica's is unknown, offsets where one of them is.
    """
    wanted = sorted(set(names))
    topics: dict[str, Topic | str] = {}
    leaders: dict[int, dict[str, list[int]]] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        reply = cluster.ask(None, "metadata", _metadata_request(wanted[start : start + _AT_ONCE]))
        for topic in reply.topics:
            if topic.error_code is not ErrorCode.none:
                topics[topic.name] = topic.error_code.name.upper()
                continue
            parts = sorted(topic.partitions, key=lambda part: int(part.partition_index))
            racks = _replica_racks(parts, cluster.brokers)
            topics[topic.name] = Topic(name=topic.name, partitions=len(parts), replica_racks=racks)
            for partition, leader in enumerate(int(part.leader_id) for part in parts):
                if leader in cluster.brokers:
                    leaders.setdefault(leader, {}).setdefault(topic.name, []).append(partition)
    begin, end = (_read_offsets(cluster, leaders, time) for time in (_BEGIN, _END))
    return {
        name: topic
        if isinstance(topic, str)
        else replace(topic, begin_offsets=_all_of(topic, begin), end_offsets=_all_of(topic, end))
        for name, topic in topics.items()
    }


def _all_of(topic: Topic, offsets: Mapping[str, Mapping[int, int]]) -> tuple[int, ...] | None:
    found = offsets.get(topic.name, {})
    return tuple(found[one] for one in range(topic.partitions)) if len(found) == topic.partitions else None


def _metadata_request(names: Sequence[str]) -> Any:
    return lambda messages: messages.MetadataRequest(
        topics=tuple(messages.MetadataRequestTopic(name=name) for name in names), allow_auto_topic_creation=False
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


def _read_offsets(
    cluster: Cluster, leaders: Mapping[int, Mapping[str, Sequence[int]]], time: int
) -> dict[str, dict[int, int]]:
    """Topic -> partition -> offset at this time, as far as the leaders say it."""
    offsets: dict[str, dict[int, int]] = {}
    for leader, wanted in sorted(leaders.items()):
        reply = cluster.ask(leader, "list_offsets", _offsets_request(wanted, time))
        for topic in reply.topics:
            offsets.setdefault(topic.name, {}).update(
                (int(part.partition_index), int(part.offset))
                for part in topic.partitions
                if part.error_code is ErrorCode.none and part.offset >= 0
            )
    return offsets


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
