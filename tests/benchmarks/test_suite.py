"""The suite of pytest-benchmark runs, with the command of `tox run -e bench`, and its runs can be compared."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
CASES = (
    *(
        f"benchmarks/bench_assignors.py::test_assign[{target}-1000x100x10-HOMOGENEOUS-JOIN_MANY]"
        for target in ("range", "oracle", "kafka-python:range")
    ),
    "benchmarks/bench_assignors.py::test_solve[HETEROGENEOUS_NESTED-JOIN_MANY]",
)
"""A reference, the oracle behind names, a client, and the oracle from arrays."""


def run_suite(storage: Path, *options: str) -> str:
    """What `tox run -e bench` prints for `CASES`. It stores its times in `storage`."""
    config = ConfigParser(interpolation=None)
    config.read(ROOT / "tox.ini")
    _, *words = shlex.split(config["testenv:bench"]["commands"].replace("{posargs}", ""))
    command = [sys.executable, "-m", "pytest", *words, f"--benchmark-storage={storage}", *CASES, *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert 0 == done.returncode, done.stdout
    return done.stdout


def stored_runs(storage: Path) -> list[list[dict[str, Any]]]:
    """The benchmarks of each stored run."""
    return [json.loads(path.read_text("utf-8"))["benchmarks"] for path in sorted(storage.glob("*/*.json"))]


@pytest.mark.integration
def test_cases_are_timed_and_compared_with_the_run_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)  # pytest-benchmark does not time in a worker

    run_suite(tmp_path)
    compared = run_suite(tmp_path, "--benchmark-compare")

    first, second = stored_runs(tmp_path)
    names = [case.partition("::")[2] for case in CASES]
    assert [names, names] == [[one["name"] for one in run] for run in (first, second)]
    assert all(0 < one["stats"]["min"] <= one["stats"]["median"] for one in first)
    assert (len(CASES), len(CASES)) == (compared.count("(NOW)"), compared.count("(0001_"))
