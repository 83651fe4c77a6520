from __future__ import annotations

import threading

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.wire.consumers import Consumers
from kafka_assay.assignors.hosted.wire.coordinator import NoPlan
from kafka_assay.assignors.hosted.wire.wire_host import serve_program


def test_a_program_that_joins_and_sends_no_plan_is_an_error_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Consumers) -> None:
        raise NoPlan("the member joined 4 times and sent no plan")

    monkeypatch.setattr(Consumers, "start_first", fail)

    with pytest.raises(AssayError, match="joined, and then failed: the member joined 4 times and sent no plan"):
        serve_program("./consumer {bootstrap} {topics}", None, 1)

    # An alarm that is still set would end this process later.
    assert all(thread.finished.is_set() for thread in threading.enumerate() if isinstance(thread, threading.Timer))
