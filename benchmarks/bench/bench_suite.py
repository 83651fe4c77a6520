"""pytest-benchmark over the calls of a run: its statistics and JSON, and its comparison with an earlier run."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.bench.bench_session import BenchPoint, BenchSession

if TYPE_CHECKING:
    import pytest


def run_suite(
    contest: BenchSession, points: Sequence[BenchPoint], *, json_path: Path | None = None, compare: Path | None = None
) -> tuple[dict[str, Any], str]:
    """pytest-benchmark's JSON for the timed `points`, written to `json_path` too, and its comparison with `compare`."""
    import pytest

    suite = Path(__file__).with_name("bench_assign.py")
    plugin = _Points(contest, points)
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
                    "--benchmark-timer=kafka_assay.benchmarks.clock.read_recorded",
                    "--benchmark-warmup=off",
                    f"--benchmark-json={result}",
                    *([] if compare is None else [f"--benchmark-compare={compare}", "--benchmark-sort=name"]),
                ],
                plugins=[plugin],
            )
        if code not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
            raise AssayError(f"the benchmark did not run: {output.getvalue().strip().splitlines()[-1:]}")
        if plugin.faults:
            raise AssayError(f"the benchmark did not run: {plugin.faults[0]}")
        text = result.read_text(encoding="utf-8") if result.exists() else ""
    if json_path is not None and text:
        json_path.write_text(text, encoding="utf-8")
    measured: dict[str, Any] = json.loads(text) if text else {"benchmarks": []}
    return measured, "" if compare is None else _tables_in(output.getvalue())


def _tables_in(output: str) -> str:
    """pytest-benchmark's part of the output: from its first table to the end of its legend."""
    lines = output.splitlines()
    first = next((place for place, line in enumerate(lines) if line.startswith("---") and "benchmark" in line), None)
    if first is None:
        return ""
    last = max(place for place, line in enumerate(lines) if line.startswith(("---", "Legend:", "  O")))
    return "\n".join(line.rstrip() for line in lines[first : last + 1])


class _Points:
    """The pytest plugin that passes the points to the test suite."""

    def __init__(self, contest: BenchSession, points: Sequence[BenchPoint]) -> None:
        self._contest = contest
        self._points = points
        self.faults: list[str] = []

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Generate one test for each point, with its name."""
        if "point" in metafunc.fixturenames:
            names = list(map(str, self._points))
            metafunc.parametrize(("point", "contest"), [(point, self._contest) for point in self._points], ids=names)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect the last line of each failure that is not a broken law: the suite itself is at fault."""
        broken = (point for point, result in self._contest.results.items() if result.quality.broken)
        if report.failed and not any(str(point) in report.nodeid for point in broken):
            self.faults += report.longreprtext.splitlines()[-1:]
