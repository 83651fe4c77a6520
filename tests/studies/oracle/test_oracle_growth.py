from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafka_assay.benchmarks.workload import SubscriptionType, WorkloadEvent
from kafka_assay.oracle.columns import Columns
from kafka_assay.reports.chapters.oracle_growth import RECORD
from studies.__main__ import main
from studies.oracle import oracle_growth
from studies.oracle.grid_points import KINDS
from studies.oracle.oracle_growth import workloads
from tests.studies.formats.validation import complaints


def test_sizes_double_up_to_the_requested_size() -> None:
    found = workloads(SubscriptionType.NESTED, WorkloadEvent.SCRAMBLED, 80_000)

    assert [5_000, 10_000, 20_000, 40_000, 80_000] == [point.partitions for point in found][-5:]
    assert [25, 50, 100, 200, 400, 800, 1_600] == [point.member_count for point in found]


def test_record_has_a_series_per_kind_and_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Linear cost has the exponent 1."""

    def proportional(columns: Columns, _rounds: int) -> tuple[float, float]:
        return float(len(columns.owner)), 2.0 * len(columns.owner)

    monkeypatch.setattr(oracle_growth, "compile_loops", lambda: None)
    monkeypatch.setattr(oracle_growth, "seconds", proportional)
    main(["oracle_growth", "--most", "64000", "--out", str(tmp_path)])

    record = json.loads((tmp_path / RECORD).read_text("utf-8"))
    series = record["series"]
    assert [] == complaints(record)
    assert len(KINDS) * len(WorkloadEvent) == len(series) == len(capsys.readouterr().out.splitlines()) - 2
    assert all(one[power] == pytest.approx(1.0) for one in series for power in ("exponent", "check_exponent"))
