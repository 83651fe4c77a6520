"""One benchmark run: pytest-benchmark times our points, and one record is made at the end."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.process.limits import Limits
from kafka_assay.assignors.hosted.targets.opening import TargetText
from kafka_assay.assignors.interface import Promise, Target
from kafka_assay.assignors.settings import NO_SETTINGS, Settings, require_taken
from kafka_assay.benchmarks.bench_record import BenchRecord, bench_record
from kafka_assay.benchmarks.bench_session import ORACLE, BenchPoint, BenchSession, OracleTarget
from kafka_assay.benchmarks.workload import SubscriptionType, Workload

if TYPE_CHECKING:
    import pytest


def run_bench(
    targets: Sequence[str],
    workloads: Sequence[Workload],
    *,
    seed: int,
    call_timeout: float,
    command: str,
    settings: Settings = NO_SETTINGS,
    tick: Callable[[str], None] = lambda _: None,
) -> BenchRecord:
    """
    Time every target on every workload and return the record; if interrupted, that of the finished points.

    `settings` go to the targets that accept any. `tick` gets each point's name when it is done. Raises `AssayError` for
    a target that cannot be opened.
    """
    opened: dict[str, Target] = {}
    limits = Limits(call_seconds=call_timeout)
    try:
        for name in dict.fromkeys(targets):
            opened[name] = (
                OracleTarget()
                if name == ORACLE
                else TargetText(text=name, limits=limits, seed=seed, settings=settings.where_accepted()).open()
            )
        require_taken(settings, opened.values())
        contest = BenchSession(targets=opened, seed=seed)
        points = [
            BenchPoint(target=name, workload=workload)
            for workload in workloads
            for name, target in opened.items()
            if Promise.EQUAL_ONLY not in target.promises or workload.subscription_type is SubscriptionType.HOMOGENEOUS
        ]
        return bench_record(contest, points, _run_pytest_benchmark(contest, points, tick), command)
    finally:
        for target in opened.values():
            target.close()


def _run_pytest_benchmark(
    contest: BenchSession, points: Iterable[BenchPoint], tick: Callable[[str], None]
) -> dict[str, Any]:
    import pytest

    suite = Path(__file__).with_name("bench_assign.py")
    plugin = _Points(contest, list(points), tick)
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "benchmark.json"
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = pytest.main(
                [
                    str(suite),
                    "--quiet",
                    f"--rootdir={suite.parent}",
                    "--confcutdir",
                    str(suite.parent),
                    "--override-ini=python_files=bench_*.py",
                    "--override-ini=filterwarnings=default",
                    "--override-ini=timeout=0",
                    "-p",
                    "no:cacheprovider",
                    "--benchmark-timer=kafka_assay.benchmarks.clock.read",
                    "--benchmark-disable-gc",
                    "--benchmark-warmup=off",
                    f"--benchmark-json={result}",
                ],
                plugins=[plugin],
            )
        contest.interrupted |= code == pytest.ExitCode.INTERRUPTED
        if code not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED} and not contest.interrupted:
            raise AssayError(f"the benchmark did not run: {output.getvalue().strip().splitlines()[-1:]}")
        if plugin.faults:
            raise AssayError(f"the benchmark did not run: {plugin.faults[0]}")
        text = result.read_text(encoding="utf-8") if result.exists() else ""
        measured: dict[str, Any] = json.loads(text) if text else {"benchmarks": []}
        return measured


class _Points:
    """The pytest plugin that passes the points to the test suite."""

    def __init__(self, contest: BenchSession, points: list[BenchPoint], tick: Callable[[str], None]) -> None:
        self._contest = contest
        self._points = points
        self._tick = tick
        self.faults: list[str] = []

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Generate one test for each point, with its name."""
        if "point" in metafunc.fixturenames:
            names = list(map(str, self._points))
            metafunc.parametrize(("point", "contest"), [(point, self._contest) for point in self._points], ids=names)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Report that a point is done."""
        self._tick(nodeid.rpartition("[")[2].rstrip("]"))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect the last line of each failure that is not a broken law: the suite itself is at fault."""
        if report.failed and not any(str(point) in report.nodeid for point in self._contest.broken):
            self.faults += report.longreprtext.splitlines()[-1:]
