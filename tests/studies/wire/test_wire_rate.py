from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.properties.strategies.sampling import sample
from studies.wire.clients import CLIENTS
from studies.wire.wire_rate import WireRate, measure_wire

pytestmark = pytest.mark.functional


def test_plans_of_a_client_are_counted_with_its_processor_time_and_ours(tmp_path: Path) -> None:
    rate = measure_wire(
        CLIENTS["kafka-python"], "range", sample("clean", 10, 0), warm=0.1, seconds=0.5, folder=tmp_path
    )

    assert rate.plans > 0
    assert 0 < rate.theirs + rate.ours < 2 * rate.seconds
    assert rate.seconds >= 0.5


def test_a_row_says_how_fast_and_at_which_cost() -> None:
    rate = WireRate(client="one", consumers=2, plans=100, seconds=4.0, theirs=0.2, ours=0.05)

    assert "| `one` | 2 | 25 | 12 | 2.00 | 0.50 |" == rate.row()
