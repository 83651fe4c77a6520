"""Tests of `assay bench`: exit codes, the recorded command, and interruption."""

from __future__ import annotations

import json
import shlex
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.benchmarks.bench.bench_record import BenchRecord
from kafka_assay.benchmarks.bench.bench_run import CLIENTS, BenchPlan
from kafka_assay.benchmarks.workload import bench_grid
from kafka_assay.benchmarks.workload_group import columns_at, with_names
from tests.reports.views.test_bench import record_of, timed_point

pytestmark = pytest.mark.functional


def time_nothing(monkeypatch: pytest.MonkeyPatch, *, interrupted: bool = False, **spoilt: Any) -> None:
    """Replace a run by a record of one point, `spoilt` where a test asks for it."""

    def bench(plan: BenchPlan, _: object) -> BenchRecord:
        point = timed_point("range", **{"seconds": 0.002, **spoilt})
        return record_of(point, command=plan.command, interrupted=interrupted)

    monkeypatch.setattr("kafka_assay.benchmarks.bench.bench_run.run_bench", bench)


@pytest.mark.parametrize(
    ("spoilt", "code"),
    [
        ({}, 0),
        ({"broken": ("one-owner-each",)}, 1),
        ({"error": "hang: no answer within 2 s", "seconds": None}, 3),
        ({"error": "cannot express this group: no racks", "seconds": None}, 0),
    ],
)
def test_exit_code_for_wrong_and_missing_answers(
    spoilt: dict[str, Any], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    time_nothing(monkeypatch, **spoilt)

    assert code == run(["bench", "range"])


@pytest.mark.parametrize("name", CLIENTS)
def test_default_client_answers_every_group_of_the_grid(name: str) -> None:
    """Otherwise the command without targets could not end with exit code 0."""
    with closing(open_target(name)) as target:
        answers = [target.assign(with_names(columns_at(point))) for point in bench_grid((12,))]

    assert answers
    assert all(answers)


def test_only_named_groups_are_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    time_nothing(monkeypatch)
    names = ["1000x100x10-HOMOGENEOUS-LEAVE_ONE", "50x10x5-HETEROGENEOUS_NESTED-PROVIDED-FULL"]

    assert 0 == run(["bench", "range", "--json", *(word for name in names for word in ("--workload", name))])

    command = json.loads(capsys.readouterr().out)["command"]
    assert command.startswith(f"assay bench range --workload {names[0]} --workload {names[1]} --seed 0")


@pytest.mark.parametrize(
    "name",
    [
        "1000x100x10",
        "1x0x1-HOMOGENEOUS-FULL",
        "1x1x0-HOMOGENEOUS-FULL",
        "1001x100x10-HOMOGENEOUS-FULL",
        "a-b-c",
        "huge",
    ],
)
def test_unknown_group_is_a_usage_error(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["bench", "range", "--workload", name])

    assert (
        f"'{name}': expected small, medium, large or PARTITIONSxMEMBERSxTOPICS-SUBSCRIPTIONS-EVENT"
        in capsys.readouterr().err
    )


def test_interrupted_run_writes_finished_points_and_exits_130(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    time_nothing(monkeypatch, interrupted=True)

    code = run(["bench", "range", "--out", str(tmp_path)])

    assert 130 == code
    (point,) = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))["points"]
    assert ("range", 0.002, []) == (point["target"], point["seconds"], point["broken"])
    assert "assay: interrupted" == capsys.readouterr().err.splitlines()[-1]


def test_recorded_command_repeats_the_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--workload", "large", "--seed", "7", "--call-timeout", "3", "--memory"]
    time_nothing(monkeypatch)

    run(["bench", "range", *options, "--json"])

    assert ["assay", "bench", "range", *options] == shlex.split(json.loads(capsys.readouterr().out)["command"])


def test_all_default_targets_are_asked_on_the_small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[BenchPlan] = []

    def bench(plan: BenchPlan, _: object) -> BenchRecord:
        plans.append(plan)
        return record_of(timed_point("range", seconds=0.002))

    monkeypatch.setattr("kafka_assay.benchmarks.bench.bench_run.run_bench", bench)

    assert 0 == run(["bench"])
    assert ("oracle", set()) == (plans[0].targets[-1], {"sticky", *CLIENTS} - set(plans[0].targets))
    assert {12, 25, 50, 100} == {point.member_count for point in plans[0].workloads}
