from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from kio.index import load_response_schema
from kio.schema.errors import ErrorCode

from kafka_assay.assignors.hosted.wire.messages import Api, UnsupportedRequest, build, parse_request, unsupported_frame

HEADER = "0000002a 0001 63"


def test_a_request_is_parsed_in_its_version() -> None:
    request = parse_request(bytes.fromhex(f"000c 0001 {HEADER} 0001 67 00000003 0001 6d"))

    assert (Api.HEARTBEAT, 1, 42) == (request.key, request.version, request.correlation)
    assert ("g", 3, "m") == (request.body.group_id, request.body.generation_id, request.body.member_id)


@pytest.mark.parametrize("start", ["0044 0000", "000c 0063"])
def test_what_was_not_announced_is_refused(start: str) -> None:
    with pytest.raises(UnsupportedRequest) as refused:
        parse_request(bytes.fromhex(f"{start} {HEADER}"))

    assert unsupported_frame(refused.value) is None


def test_newer_versions_are_answered_with_the_known_ones() -> None:
    answer = unsupported_frame(UnsupportedRequest(Api.API_VERSIONS, 9, 42))

    assert answer is not None
    assert bytes.fromhex("0000002a 0023") == answer[:6]


def test_an_entity_inside_a_response_is_built_from_a_mapping() -> None:
    schema = load_response_schema(Api.CONSUMER_GROUP_HEARTBEAT, 1)
    values = {"throttle_time": 0, "error_code": ErrorCode.none, "member_epoch": 3, "heartbeat_interval": 100}
    part = {"topic_id": uuid4(), "partitions": [1, 2]}

    answer = build(schema, {**values, "assignment": {"topic_partitions": [part]}})

    assert timedelta(milliseconds=100) == answer.heartbeat_interval
    (given,) = answer.assignment.topic_partitions
    assert (part["topic_id"], (1, 2)) == (given.topic_id, given.partitions)
    assert build(schema, {**values, "assignment": None}).assignment is None
