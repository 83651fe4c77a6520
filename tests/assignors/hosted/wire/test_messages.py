from __future__ import annotations

import pytest

from kafka_assay.assignors.hosted.wire.messages import (
    API_VERSIONS,
    HEARTBEAT,
    WITH_TOPIC_IDS,
    UnsupportedRequest,
    parse_request,
    unsupported_frame,
)

HEADER = "0000002a 0001 63"


def test_a_request_is_parsed_in_its_version() -> None:
    request = parse_request(bytes.fromhex(f"000c 0001 {HEADER} 0001 67 00000003 0001 6d"))

    assert (HEARTBEAT, 1, 42) == (request.key, request.version, request.correlation)
    assert ("g", 3, "m") == (request.body.group_id, request.body.generation_id, request.body.member_id)


@pytest.mark.parametrize("start", ["0044 0000", "000c 0063"])
def test_what_was_not_announced_is_refused(start: str) -> None:
    with pytest.raises(UnsupportedRequest) as refused:
        parse_request(bytes.fromhex(f"{start} {HEADER}"))

    assert unsupported_frame(refused.value) is None


def test_newer_versions_are_answered_with_the_known_ones() -> None:
    answer = unsupported_frame(UnsupportedRequest(API_VERSIONS, 9, 42))

    assert answer is not None
    assert bytes.fromhex("0000002a 0023") == answer[:6]


def test_the_heartbeat_of_kip_848_is_parsed_where_it_is_announced() -> None:
    frame = bytes.fromhex(
        "0044 0001 0000002a ffff 00 0267 026d 00000000 00 00 00000064 02 0374 30 00 00 01 00".replace(" ", "")
    )

    with pytest.raises(UnsupportedRequest):
        parse_request(frame)
    body = parse_request(frame, WITH_TOPIC_IDS).body

    assert ("g", "m", 0, ("t0",)) == (body.group_id, body.member_id, body.member_epoch, body.subscribed_topic_names)
