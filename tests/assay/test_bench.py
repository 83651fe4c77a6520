"""Tests of `assay bench`: exit codes, the recorded command, and interruption."""

from __future__ import annotations

import shlex
from contextlib import closing
from typing import Any

import pytest

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.benchmarks.bench.bench_record import BenchRecord
from kafka_assay.benchmarks.bench.bench_run import CLIENTS, BenchPlan
from kafka_assay.benchmarks.workload import bench_grid
from kafka_assay.benchmarks.workload_group import build_group
from tests.assay.shell import Shell
from tests.reports.views.test_bench import record_of, timed_point


def time_nothing(monkeypatch: pytest.MonkeyPatch, *, interrupted: bool = False, **spoilt: Any) -> list[BenchPlan]:
    """Replace a run by a record of one point, `spoilt` where a test asks for it. Returns the plans of later runs."""
    plans: list[BenchPlan] = []

    def bench(plan: BenchPlan, _: object) -> BenchRecord:
        plans.append(plan)
        point = timed_point("range", **{"seconds": 0.002, **spoilt})
        return record_of(point, command=plan.command, interrupted=interrupted)

    monkeypatch.setattr("kafka_assay.benchmarks.bench.bench_run.run_bench", bench)
    return plans


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
    spoilt: dict[str, Any], code: int, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    time_nothing(monkeypatch, **spoilt)

    assert code == shell("bench range").code


@pytest.mark.parametrize(("load", "says"), [(9.3, "The machine was busy (load 9.3 on "), (0.0, "")])
def test_busy_machine_is_named(load: float, says: str, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    time_nothing(monkeypatch)
    monkeypatch.setattr("os.getloadavg", lambda: (load, 0.0, 0.0))

    assert says == shell("bench range").err[: len(says) or None]


@pytest.mark.parametrize("name", CLIENTS)
def test_default_client_answers_every_group_of_the_grid(name: str) -> None:
    """Otherwise the command without targets could not end with exit code 0."""
    with closing(open_target(name)) as target:
        answers = [target.assign(build_group(point)) for point in bench_grid((12,))]

    assert answers
    assert all(answers)


def test_interrupted_run_writes_finished_points_and_exits_130(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    time_nothing(monkeypatch, interrupted=True)

    ended = shell("bench range --out out")

    (point,) = shell.read("out/bench.json")["points"]
    assert ("range", 0.002, []) == (point["target"], point["seconds"], point["broken"])
    assert (130, "assay: interrupted") == (ended.code, ended.err.splitlines()[-1])


@pytest.mark.parametrize(
    "options",
    [
        "--workload large --seed 7 --call-timeout 3 --memory",
        "--workload 1000x100x10-HOMOGENEOUS-LEAVE_ONE --workload 50x10x5-HETEROGENEOUS_NESTED-PROVIDED-FULL --seed 0",
    ],
)
def test_recorded_command_repeats_the_run(options: str, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    time_nothing(monkeypatch)

    command = shell(f"bench range {options} --json").document["command"]

    assert ["assay", "bench", "range", *options.split()] == shlex.split(command)[: 3 + len(options.split())]


def test_all_default_targets_are_asked_on_the_small_groups(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = time_nothing(monkeypatch)

    assert 0 == shell("bench").code
    assert ("oracle", set()) == (plans[0].targets[-1], {"sticky", *CLIENTS} - set(plans[0].targets))
    assert {12, 25, 50, 100} == {point.member_count for point in plans[0].workloads}
