"""
A pytest plugin of `mutants.py`.

With `ASSAY_TEST_TIMES` each test is a context of coverage, and this file gets a line of JSON for it: its id, its
seconds (fixtures included), and whether it passed. With `ASSAY_CHOSEN_TESTS` only the tests in this file run.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage

PASSED: dict[str, bool] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure one test."""
    times, coverage = os.environ.get("ASSAY_TEST_TIMES"), Coverage.current()
    if times is None or coverage is None:
        return (yield)
    coverage.switch_context(item.nodeid)
    start = time.perf_counter()
    result = yield
    line = {"test": item.nodeid, "seconds": round(time.perf_counter() - start, 3), "passed": PASSED.get(item.nodeid)}
    coverage.switch_context("")
    with Path(times).open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(line)}\n")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test has passed if it was called, and none of its phases failed."""
    if report.when == "call":
        PASSED[report.nodeid] = report.passed
    elif report.failed:
        PASSED[report.nodeid] = False


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the chosen tests: file by file, in the order in which they were named."""
    if "ASSAY_CHOSEN_TESTS" not in os.environ:
        return
    chosen = Path(os.environ["ASSAY_CHOSEN_TESTS"]).read_text("utf-8").splitlines()
    place = {test: at for at, test in enumerate(chosen)}
    files = {file: at for at, file in enumerate(dict.fromkeys(test.partition("::")[0] for test in chosen))}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in place])
    items[:] = sorted(
        (item for item in items if item.nodeid in place),
        key=lambda item: (files[item.nodeid.partition("::")[0]], place[item.nodeid]),
    )
