"""The responses to what a consumer asks beside its group: versions, metadata, offsets, and records that never come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kio.schema.errors import ErrorCode

from kafka_assay.assignors.hosted.wire.messages import (
    API_VERSIONS,
    FETCH,
    FIND_COORDINATOR,
    LIST_OFFSETS,
    METADATA,
    OFFSET_COMMIT,
    OFFSET_FETCH,
    OFFSET_FOR_LEADER_EPOCH,
    Request,
    Versions,
    version_entries,
)
from kafka_assay.assignors.hosted.wire.topic_pool import BROKER, Addresses, TopicPool

_NONE: dict[str, Any] = {"error_code": ErrorCode.none, "throttle_time": 0}


def data_response(request: Request, pool: TopicPool, addresses: Addresses, announced: Versions) -> Mapping[str, Any]:
    """The values of the response to `request`, which is no request about a group's members."""
    if request.key == API_VERSIONS:
        return {**_NONE, "api_keys": version_entries(announced)}
    return {**_NONE, **_ANSWERS[request.key](request.body, pool, addresses)}


def _metadata(body: Any, pool: TopicPool, addresses: Addresses) -> dict[str, Any]:
    is_for_all = body.topics is None or (not body.topics and body.__version__ == 0)
    wanted = None if is_for_all else [(topic.name, getattr(topic, "topic_id", None)) for topic in body.topics]
    brokers = pool.broker_entries(addresses)
    return {
        "brokers": brokers,
        "cluster_id": "assay",
        "controller_id": BROKER,
        "topics": pool.topic_entries(wanted),
    }


def _coordinator(_: Any, __: TopicPool, addresses: Addresses) -> dict[str, Any]:
    return {"error_message": None, "node_id": BROKER, **addresses.first._asdict()}


def _committed(body: Any, *_: object) -> dict[str, Any]:
    def partition(number: int) -> dict[str, Any]:
        offset = {"committed_offset": 0, "committed_leader_epoch": -1, "metadata": ""}
        return {"partition_index": number, "error_code": ErrorCode.none, **offset}

    topics = body.topics or ()
    return {"topics": [{"name": one.name, "partitions": [*map(partition, one.partition_indexes)]} for one in topics]}


def _commit(body: Any, *_: object) -> dict[str, Any]:
    return {"topics": [{"name": one.name, "partitions": [*map(_no_error, one.partitions)]} for one in body.topics]}


def _no_error(partition: Any) -> dict[str, Any]:
    return {"partition_index": partition.partition_index, "error_code": ErrorCode.none}


def _offsets(body: Any, *_: object) -> dict[str, Any]:
    def partition(one: Any) -> dict[str, Any]:
        return {**_no_error(one), "timestamp": -1, "offset": 0, "leader_epoch": -1}

    return {"topics": [{"name": one.name, "partitions": [*map(partition, one.partitions)]} for one in body.topics]}


def _epochs(body: Any, *_: object) -> dict[str, Any]:
    def partition(one: Any) -> dict[str, Any]:
        return {"error_code": ErrorCode.none, "partition": one.partition, "leader_epoch": 0, "end_offset": 0}

    return {"topics": [{"topic": one.topic, "partitions": [*map(partition, one.partitions)]} for one in body.topics]}


def _records(body: Any, *_: object) -> dict[str, Any]:
    def partition(one: Any) -> dict[str, Any]:
        offsets = {"high_watermark": 0, "last_stable_offset": 0, "log_start_offset": 0}
        record = {"aborted_transactions": None, "preferred_read_replica": -1, "records": b""}
        return {"partition_index": one.partition, "error_code": ErrorCode.none, **offsets, **record}

    return {
        "session_id": 0,
        "responses": [{"topic": one.topic, "partitions": [*map(partition, one.partitions)]} for one in body.topics],
    }


_ANSWERS: Mapping[int, Callable[[Any, TopicPool, Addresses], dict[str, Any]]] = {
    METADATA: _metadata,
    FIND_COORDINATOR: _coordinator,
    OFFSET_FETCH: _committed,
    OFFSET_COMMIT: _commit,
    LIST_OFFSETS: _offsets,
    OFFSET_FOR_LEADER_EPOCH: _epochs,
    FETCH: _records,
}
