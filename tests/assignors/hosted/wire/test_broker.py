from __future__ import annotations

import socket
import threading
from typing import Any

import pytest

from kafka_assay.assignors.hosted.wire import broker

SECONDS = 10


def test_responses_leave_at_once_at_every_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """With Nagle's algorithm a response waits up to 40 ms for the client's acknowledgement of the one before."""
    options: list[int] = []
    both = threading.Semaphore(0)

    def note(_: object, transport: Any) -> None:
        connected = transport.get_extra_info("socket")
        options.append(connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        both.release()

    monkeypatch.setattr(broker._Connection, "connection_made", note)
    served = broker.WireBroker().open_group(None)

    for address in served.addresses:
        with socket.create_connection(address, timeout=SECONDS):
            assert both.acquire(timeout=SECONDS)

    assert [1, 1] == options
