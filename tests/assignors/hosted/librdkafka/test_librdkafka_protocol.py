from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kafka_assay.assignors.hosted.host_process import HostProcess
from tests.assignors.hosted.librdkafka.hosts import run_host
from tests.assignors.hosted.real_hosts import reply_to

GROUP = b'{"format":"assay-group/1","topics":{"t0":2},"members":[{"id":"C0","subscription":["t0"]}]}'
MEMBER = b'{"format":"assay-group/1","topics":{},"members":[%s]}'


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with run_host() as process:
        yield process


def question(group: bytes) -> bytes:
    return b'{"id":7,"assignor":"range","group":%s}' % group


@pytest.mark.parametrize(
    ("line", "number", "told"),
    [
        (b"", None, "no JSON"),
        (b"no json", None, "no JSON"),
        (b"[]", None, "expected a question"),
        (b"{} {}", None, "more than one JSON value"),
        (b'{"id":1,"id":2}', None, "a key that stands twice"),
        (b'{"id":"\xff"}', None, "not UTF-8"),
        (b'{"id":"a', None, "without its closing quote"),
        (b'{"id":01}', None, "no JSON"),
        (b'{"id":"\\x"}', None, "an escape that JSON does not know"),
        (b"[" * 300, None, "nested too deep"),
        (b'{"assignor":"range","group":%s}' % GROUP, None, "id: expected"),
        (b'{"id":1.5,"assignor":"range","group":%s}' % GROUP, None, "id: expected"),
        (b'{"id":7,"group":%s}' % GROUP, 7, "assignor: expected"),
        (b'{"id":"a","assignor":"best","group":%s}' % GROUP, "a", "unknown assignor 'best'"),
        (b'{"id":7,"assignor":"echo","group":%s}' % GROUP, 7, "unknown assignor 'echo'"),
        (b'{"id":7,"assignor":"range","instance":1,"group":%s}' % GROUP, 7, "instance: expected text"),
        (b'{"id":7,"assignor":"range"}', 7, "group: expected"),
        (question(b'{"topics":{},"members":[]}'), 7, "group.format: expected"),
        (question(b'{"format":"assay-group/1","topics":{"t0":-1},"members":[]}'), 7, "topics.t0: expected"),
        (question(b'{"format":"assay-group/1","topics":[],"members":[]}'), 7, "topics: expected"),
        (question(MEMBER % b'{"id":"","subscription":[]}'), 7, "members[0].id: expected"),
        (question(MEMBER % b'{"id":"a","subscription":[1]}'), 7, "members[0]: expected"),
        (question(MEMBER % b'{"id":"a","subscription":[],"owned":{"t0":[0.5]}}'), 7, "members[0]: expected"),
        (question(MEMBER % b",".join([b'{"id":"a","subscription":[]}'] * 2)), 7, "members[1].id: expected"),
    ],
)
def test_malformed_line_gets_an_error_reply(host: HostProcess, line: bytes, number: Any, told: str) -> None:
    """The reply contains the id, where it can be read."""
    reply = reply_to(host, line)

    assert number == reply["id"]
    assert told in reply["error"]["message"]
