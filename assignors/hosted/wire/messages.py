"""
Kafka's protocol as frames and typed messages. kio holds all message formats; this module has no codec of its own.

A *frame* is a request or a response without its length. Responses are built by field name, because each version of a
message is a class of its own with other fields. What a consumer asks beside its group is answered here: versions,
metadata, offsets, and records that never come.
"""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import IntEnum
from functools import cache
from typing import Any, TypeAlias, get_args

from kio.index import load_request_schema, load_response_schema
from kio.schema.errors import ErrorCode
from kio.serial import entity_reader, entity_writer

from kafka_assay.assignors.hosted.wire.topics import BROKER, Addresses, TopicPool

Api = IntEnum(
    "Api",
    {
        "FETCH": 1,
        "LIST_OFFSETS": 2,
        "METADATA": 3,
        "OFFSET_COMMIT": 8,
        "OFFSET_FETCH": 9,
        "FIND_COORDINATOR": 10,
        "JOIN_GROUP": 11,
        "HEARTBEAT": 12,
        "LEAVE_GROUP": 13,
        "SYNC_GROUP": 14,
        "API_VERSIONS": 18,
        "OFFSET_FOR_LEADER_EPOCH": 23,
        "CONSUMER_GROUP_HEARTBEAT": 68,
    },
)
Versions: TypeAlias = "Mapping[int, tuple[int, int]]"
"""Api key -> the oldest and the newest version that a broker speaks."""

ANNOUNCED: Versions = {
    Api.FETCH: (4, 11),
    Api.LIST_OFFSETS: (1, 5),
    Api.METADATA: (0, 8),
    Api.OFFSET_COMMIT: (2, 7),
    Api.OFFSET_FETCH: (1, 7),
    Api.FIND_COORDINATOR: (0, 3),
    Api.JOIN_GROUP: (0, 9),
    Api.HEARTBEAT: (0, 4),
    Api.LEAVE_GROUP: (0, 4),
    Api.SYNC_GROUP: (0, 5),
    Api.API_VERSIONS: (0, 3),
    Api.OFFSET_FOR_LEADER_EPOCH: (2, 3),
}
"""
What the broker of a `wire:` target speaks.

`ConsumerGroupHeartbeat` is missing, so that clients use the classic protocol. The newer versions of the others name
topics by id.
"""

_NEVER_SENT: Versions = {0: (0, 8)}
"""`Produce`: Java consumers up to 2.4.1 end if a broker does not list it. No consumer sends it."""

_KEY_VERSION_AND_CORRELATION = 8
_MILLISECONDS = frozenset({"throttle_time", "heartbeat_interval"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A parsed request. `body` is kio's entity of this version."""

    key: int
    version: int
    correlation: int
    body: Any


class UnsupportedRequest(Exception):
    """A request with an api key or a version that was not announced."""

    def __init__(self, key: int, version: int, correlation: int) -> None:
        super().__init__(f"api key {key} in version {version}")
        self.key = key
        self.version = version
        self.correlation = correlation


def parse_request(frame: bytes, announced: Versions = ANNOUNCED) -> Request:
    """Parse a request. Raises `UnsupportedRequest`."""
    key, version = (int.from_bytes(frame[at : at + 2], "big", signed=True) for at in (0, 2))
    correlation = int.from_bytes(frame[4:_KEY_VERSION_AND_CORRELATION], "big", signed=True)
    oldest, newest = announced.get(key, (0, -1))
    if not oldest <= version <= newest:
        raise UnsupportedRequest(key, version, correlation)
    read_header, read_body = _request_readers(key, version)
    _, size = read_header(frame, 0)
    body, _ = read_body(frame, size)
    return Request(key=key, version=version, correlation=correlation, body=body)


def response_frame(request: Request, values: Mapping[str, Any]) -> bytes:
    """The response to `request` with these values; fields that its version lacks are left out."""
    schema = load_response_schema(request.key, request.version)
    return _written(request.correlation, schema, build(schema, values))


def unsupported_frame(request: UnsupportedRequest, announced: Versions = ANNOUNCED) -> bytes | None:
    """The response to an unsupported version of `ApiVersions`; None: there is none, the connection must be closed."""
    if request.key != Api.API_VERSIONS:
        return None
    schema = load_response_schema(Api.API_VERSIONS, 0)
    values = {"error_code": ErrorCode.unsupported_version, "api_keys": version_entries(announced)}
    return _written(request.correlation, schema, build(schema, values))


def version_entries(announced: Versions) -> list[dict[str, int]]:
    """The content of `ApiVersions`."""
    listed = {**_NEVER_SENT, **announced}
    return [{"api_key": key, "min_version": oldest, "max_version": newest} for key, (oldest, newest) in listed.items()]


def build(schema: Any, values: Mapping[str, Any]) -> Any:
    """An entity of `schema` from values by name; nested entities are mappings."""
    return schema(**{name: _converted(schema, name, values[name]) for name in _names(schema) if name in values})


def _converted(schema: Any, name: str, value: Any) -> Any:
    if name in _MILLISECONDS:
        return dt.timedelta(milliseconds=value)
    nested = _nested(schema, name)
    if isinstance(value, Mapping):
        return build(nested, value)
    if isinstance(value, list):
        return tuple(value if nested is None else (build(nested, one) for one in value))
    return value


@cache
def _names(schema: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(schema))


@cache
def _nested(schema: type[Any], name: str) -> type[Any] | None:
    """The class of a nested entity, or of the elements of a list of them; None for other fields."""
    (kind,) = (field.type for field in fields(schema) if field.name == name)
    return next((one for one in _parts(kind) if isinstance(one, type) and is_dataclass(one)), None)


def _parts(kind: Any) -> Iterator[Any]:
    """All types in an annotation such as `tuple[Topic, ...] | None`."""
    yield kind
    for part in get_args(kind):
        yield from _parts(part)


@cache
def _request_readers(key: int, version: int) -> tuple[Any, Any]:
    schema: Any = load_request_schema(key, version)
    return entity_reader(schema.__header_schema__), entity_reader(schema)


@cache
def _response_writers(schema: type[Any]) -> tuple[Any, Any, Any]:
    header: Any = schema.__header_schema__
    return header, entity_writer(header), entity_writer(schema)


def _written(correlation: int, schema: Any, entity: Any) -> bytes:
    header, write_header, write_body = _response_writers(schema)
    buffer = io.BytesIO()
    write_header(buffer, header(correlation_id=correlation))
    write_body(buffer, entity)
    return buffer.getvalue()


_NONE: dict[str, Any] = {"error_code": ErrorCode.none, "throttle_time": 0, "session_id": 0}


def data_response(request: Request, pool: TopicPool, addresses: Addresses, announced: Versions) -> Mapping[str, Any]:
    """The values of the response to `request`, which is no request about a group's members."""
    body: Any = request.body
    if request.key == Api.API_VERSIONS:
        values: dict[str, Any] = {"api_keys": version_entries(announced)}
    elif request.key == Api.METADATA:
        values = _metadata(body, pool, addresses)
    elif request.key == Api.FIND_COORDINATOR:
        values = {"error_message": None, "node_id": BROKER, **addresses.first._asdict()}
    else:
        field, name, ids, answer = _BY_PARTITION[request.key]
        topics = body.topics or ()
        values = {
            field: [{name: getattr(one, name), "partitions": [*map(answer, getattr(one, ids))]} for one in topics]
        }
    return {**_NONE, **values}


def _metadata(body: Any, pool: TopicPool, addresses: Addresses) -> dict[str, Any]:
    is_for_all = body.topics is None or (not body.topics and body.__version__ == 0)
    return {
        "brokers": pool.broker_entries(addresses),
        "cluster_id": "assay",
        "controller_id": BROKER,
        "topics": pool.topic_entries(None if is_for_all else map(pool.name_of, body.topics)),
    }


def _committed(number: int) -> dict[str, Any]:
    offset = {"committed_offset": 0, "committed_leader_epoch": -1, "metadata": ""}
    return {"partition_index": number, "error_code": ErrorCode.none, **offset}


def _no_error(partition: Any) -> dict[str, Any]:
    return {"partition_index": partition.partition_index, "error_code": ErrorCode.none}


def _offset(partition: Any) -> dict[str, Any]:
    return {**_no_error(partition), "timestamp": -1, "offset": 0, "leader_epoch": -1}


def _epoch(partition: Any) -> dict[str, Any]:
    return {"error_code": ErrorCode.none, "partition": partition.partition, "leader_epoch": 0, "end_offset": 0}


def _record(partition: Any) -> dict[str, Any]:
    offsets = {"high_watermark": 0, "last_stable_offset": 0, "log_start_offset": 0}
    record = {"aborted_transactions": None, "preferred_read_replica": -1, "records": b""}
    return {"partition_index": partition.partition, "error_code": ErrorCode.none, **offsets, **record}


_BY_PARTITION: Mapping[int, tuple[str, str, str, Callable[[Any], dict[str, Any]]]] = {
    Api.OFFSET_FETCH: ("topics", "name", "partition_indexes", _committed),
    Api.OFFSET_COMMIT: ("topics", "name", "partitions", _no_error),
    Api.LIST_OFFSETS: ("topics", "name", "partitions", _offset),
    Api.OFFSET_FOR_LEADER_EPOCH: ("topics", "topic", "partitions", _epoch),
    Api.FETCH: ("responses", "topic", "partitions", _record),
}
"""Api key -> the field of the response, the key of a topic's name, that of its partitions, and the answer for each."""
