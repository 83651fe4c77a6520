"""Tests of `assay bench`: exit codes, the recorded command, and interruption."""

from __future__ import annotations

import json
import shlex
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from assay.verbs.bench_ import HOSTED
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.benchmarks.bench.bench_grid import bench_grid
from kafka_assay.benchmarks.bench.bench_run import BenchPlan, BenchRun
from kafka_assay.benchmarks.workload_group import columns_at, with_names
from tests.benchmarks.bench.bench_records import record_of, timed_point

pytestmark = pytest.mark.functional


def time_nothing(monkeypatch: pytest.MonkeyPatch, *, interrupted: bool = False, **spoilt: Any) -> None:
    """Replace a run by a record of one point, `spoilt` where a test asks for it."""

    def bench(plan: BenchPlan, _: object) -> BenchRun:
        point = timed_point("range", **{"seconds": 0.002, **spoilt})
        return BenchRun(
            record=record_of(point, command=plan.command, interrupted=interrupted),
            comparison="" if plan.compare is None else f"compared with {plan.compare}",
        )

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


@pytest.mark.parametrize("name", HOSTED)
def test_default_client_answers_every_group_of_the_grid(name: str) -> None:
    """Otherwise the command without targets could not end with exit code 0."""
    with closing(open_target(name)) as target:
        answers = [target.assign(with_names(columns_at(point))) for point in bench_grid((12,))]

    assert answers
    assert all(answers)


def test_only_named_groups_are_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    time_nothing(monkeypatch)
    names = ["1000x100x10-HOMOGENEOUS-LEAVE_ONE", "50x10x5-NESTED-RACKS-FULL"]

    assert 0 == run(["bench", "range", "--json", *(word for name in names for word in ("--workload", name))])

    command = json.loads(capsys.readouterr().out)["command"]
    assert command.startswith(f"assay bench range --workload {names[0]} --workload {names[1]} --seed 0")


@pytest.mark.parametrize("name", ["1000x100x10", "1x0x1-HOMOGENEOUS-FULL", "1001x100x10-HOMOGENEOUS-FULL", "a-b-c"])
def test_unknown_group_is_a_usage_error(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["bench", "range", "--workload", name])

    assert f"'{name}': expected PARTITIONSxMEMBERSxTOPICS-SUBSCRIPTIONS-EVENT" in capsys.readouterr().err


def test_interrupted_run_writes_finished_points_and_exits_130(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    time_nothing(monkeypatch, interrupted=True)

    code = run(["bench", "range", "--out", str(tmp_path)])

    assert 130 == code
    (point,) = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))["points"]
    assert ("range", 0.002, []) == (point["target"], point["seconds"], point["broken"])
    assert "assay: interrupted" == capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("size", [["--members", "10,20"], ["--size", "large"]])
def test_recorded_command_repeats_the_run(
    size: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [*size, "--seed", "7", "--call-timeout", "3", "--memory", "--without-oracle"]
    time_nothing(monkeypatch)

    run(["bench", "range", *options, "--json"])

    assert ["assay", "bench", "range", *options] == shlex.split(json.loads(capsys.readouterr().out)["command"])


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (["--members", "0"], "'0': expected numbers of members such as 100,1000"),
        (["--call-timeout", "-1"], "'-1': expected a number of seconds above 0"),
        (["--benchmark-compare", "nowhere.json"], "--benchmark-compare nowhere.json: no such file"),
        (["--size", "huge"], "'huge' (choose from"),
    ],
)
def test_invalid_option_is_a_usage_error(option: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["bench", "range", *option])

    assert 2 == code
    assert says in capsys.readouterr().err


def test_comparison_of_pytest_benchmark_follows_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    earlier = tmp_path / "benchmark.json"
    earlier.write_text("{}", encoding="utf-8")
    time_nothing(monkeypatch)

    run(["bench", "range", "--benchmark-compare", str(earlier)])

    assert f"compared with {earlier}" == capsys.readouterr().out.splitlines()[-1]
