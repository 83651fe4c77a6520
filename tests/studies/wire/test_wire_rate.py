from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.hosted import supervisor
from studies.sampling import sample
from studies.wire import wire_rate
from studies.wire.clients import CLIENTS
from studies.wire.wire_rate import WireRate, measure_wire

pytestmark = pytest.mark.functional


def test_plans_of_a_client_are_counted_with_its_processor_time_and_ours(tmp_path: Path) -> None:
    rate = measure_wire(
        CLIENTS["kafka-python"], "range", sample("clean", 10, 0), warm=0.1, seconds=0.5, folder=tmp_path
    )

    assert rate.plans > 0
    assert rate.theirs > 0
    assert rate.ours > 0


def test_the_time_of_a_program_is_counted_once_though_its_broker_has_a_supervisor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broker = ["python", "-m", "kafka_assay.assignors.hosted.wire.wire_host"]
    words = {1: ["python"], 2: ["python", supervisor.__file__, *broker], 3: broker, 4: ["./consumer"]}
    times = {1: 8.0, 2: 4.0, 3: 2.0, 4: 1.0}  # each process started the next one
    monkeypatch.setattr(wire_rate, "_words", lambda pid: [word.encode() for word in words[pid]])
    monkeypatch.setattr("os.getpid", lambda: 1)
    monkeypatch.setattr(
        wire_rate, "family_times", lambda root: [(pid, spent) for pid, spent in times.items() if pid >= root]
    )

    assert (1.0, 2.0) == wire_rate.processor_seconds()


def test_a_row_says_how_fast_and_at_which_cost() -> None:
    rate = WireRate(client="one", consumers=2, plans=100, seconds=4.0, theirs=0.2, ours=0.05)

    assert "| `one` | 2 | 25 | 12 | 2.00 | 0.50 |" == rate.row()
