from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from kafka_assay.benchmarks.workload_group import build_group
from kafka_assay.oracle.solve import solve
from studies.__main__ import main
from studies.oracle import call_times, oracle_grid
from studies.oracle.grid_point import MeasureSettings, measure_point
from studies.oracle.grid_record import FORMAT
from studies.oracle.rivals.rival_build import RivalMissing
from studies.records import read_record

SMALL = [
    "--members",
    "100",
    "--ratios",
    "5",
    "--topics",
    "10",
    "--subscriptions",
    "HETEROGENEOUS_DISJOINT",
    "--rounds",
    "1",
]
POINT = Workload(
    member_count=20,
    partitions_to_member_ratio=5,
    topic_count=10,
    subscription_type=SubscriptionType.RANDOM_HALF,
    event=WorkloadEvent.SCRAMBLED,
)


@pytest.fixture(autouse=True)
def _cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip compilation and warm-up, which take longer than all these tests."""
    monkeypatch.setattr(oracle_grid, "compile_loops", lambda: None)
    monkeypatch.setattr(call_times, "MOST_WARM", 1)


def test_point_is_measured_and_its_proof_checked(tmp_path: Path) -> None:
    best = solve(build_group(POINT))

    line = measure_point(POINT, {}, tmp_path, MeasureSettings(rounds=3))

    assert (best.sum_of_squares, best.moves) == (line["oracle"]["sum_of_squares"], line["oracle"]["moves"])
    assert (True, 3, "open") == (line["certificate"]["accepted"], line["oracle"]["rounds"], line["outcome"])


def test_rival_that_cannot_load_the_group_has_no_time(tmp_path: Path) -> None:
    """A hang while loading does not count against its answers."""
    process = Mock(version="1", call_seconds=60.0)
    process.open.side_effect = AssignorFailed("hang", "no answer within 60 s")

    line = measure_point(POINT, {"franz-go": process}, tmp_path, MeasureSettings(rounds=1))

    assert None is line["rivals"]["franz-go"]["given_up_seconds"]
    assert "open" == line["outcome"]


def test_measured_points_are_not_measured_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--out", str(tmp_path / "grid.jsonl")]
    main(["oracle_grid", *SMALL, "--events", "FULL", *out])
    first = read_record(tmp_path / "grid.jsonl", FORMAT)[1]

    main(["oracle_grid", *SMALL, "--events", "FULL,STABLE", *out])
    main(["oracle_grid", "--table", str(tmp_path / "grid.jsonl")])

    points = read_record(tmp_path / "grid.jsonl", FORMAT)[1]
    assert (first, ["FULL", "STABLE"]) == (points[:1], [point["event"] for point in points])
    assert 2 == capsys.readouterr().out.count("| 500 | 100 | 10 | ")


def test_missing_rival_is_reported_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise RivalMissing("franz-go is left out: go is not on the PATH")

    monkeypatch.setattr(oracle_grid, "RivalProcess", missing)
    monkeypatch.setattr(oracle_grid, "RIVALS", {"franz-go": None})

    main(["oracle_grid", *SMALL, "--events", "FULL", "--rivals", "--out", str(tmp_path / "grid.jsonl")])

    assert 1 == len(read_record(tmp_path / "grid.jsonl", FORMAT)[1])
    assert 1 == capsys.readouterr().err.count("go is not on the PATH")
