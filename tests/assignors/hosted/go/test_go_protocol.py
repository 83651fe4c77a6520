from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kafka_assay.assignors.hosted.host_process import HostProcess
from tests.assignors.hosted.go.hosts import KAFKA_GO, run_host
from tests.assignors.hosted.real_hosts import reply_to

GROUP = b'{"format":"assay-group/1","topics":{"t0":2},"members":[{"id":"C0","subscription":["t0"]}]}'


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    """A running host, of the client that is built fastest."""
    with run_host(f"{KAFKA_GO}:range") as process:
        yield process


@pytest.mark.parametrize(
    ("line", "number", "told"),
    [
        (b"", None, "expected a question"),
        (b"no json", None, "expected a question"),
        (b"[]", None, "expected a question"),
        (b'{"assignor":"range","group":%s}' % GROUP, None, "id: expected"),
        (b'{"id":1.5,"assignor":"range","group":%s}' % GROUP, None, "id: expected"),
        (b'{"id":7,"group":%s}' % GROUP, 7, "'assignor' or 'group' is missing"),
        (b'{"id":7,"assignor":5,"group":%s}' % GROUP, 7, "expected a question"),
        (b'{"id":"a","assignor":"best","group":%s}' % GROUP, "a", 'unknown assignor "best"'),
        (b'{"id":7,"assignor":"echo","group":%s}' % GROUP, 7, 'unknown assignor "echo"'),
        (b'{"id":7,"assignor":"range","group":{"topics":[],"members":[]}}', 7, "group: "),
        (b'{"id":7,"assignor":"range","group":{"topics":{"t0":-1},"members":[]}}', 7, "topics.t0: -1"),
        (b'{"id":7,"assignor":"range","group":{"topics":{}}}', 7, "'topics' or 'members' is missing"),
        (b'{"id":7,"assignor":"range","group":{"topics":{},"members":[{"id":""}]}}', 7, "members: "),
        (b'{"id":7,"assignor":"range","group":{"topics":{},"members":[{"id":"C0"}]}}', 7, "'subscription' is missing"),
    ],
)
def test_malformed_line_gets_an_error_reply(host: HostProcess, line: bytes, number: Any, told: str) -> None:
    """The reply contains the id, where it can be read."""
    reply = reply_to(host, line)

    assert (number, "AssayError") == (reply["id"], reply["error"]["type"])
    assert told in reply["error"]["message"]
