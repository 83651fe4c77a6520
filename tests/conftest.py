"""Hypothesis settings that draw the same examples everywhere, the tests' Spark, and a check for banned imports."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest.nodeid import NodeId
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from kafka_assay.assignors.hosted.host_target import HostTarget
    from kafka_assay.pipeline.spark.session import Session

settings.register_profile(
    "tests", database=None, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tests")

SHARED = {"spark": "spark", "records": "report", "browser": "report", "host": "hosts"}
"""
Fixture that takes long to make -> the group of its tests. One worker of xdist runs the whole group. The tests of a
module with a fixture of its own are a group, too.
"""

BARE = {"assignors", "benchmarks", "membership", "oracle", "pipeline", "properties", "reports"}
"""Folders whose modules are imported through `kafka_assay`: under a bare name each class would be there twice."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests of a shared fixture share it with xdist, too. Those of Spark can be chosen by their mark."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        groups = {SHARED[name] for name in names if name in SHARED}
        if isinstance(item, pytest.Function) and not groups and item.get_closest_marker("xdist_group") is None:
            found = item._fixtureinfo.name2fixturedefs
            groups = {item.path.stem for name in names if name in found and found[name][-1].scope == "module"}
        for group in groups:
            item.add_marker(pytest.mark.xdist_group(group))
        if "spark" in groups:
            item.add_marker(pytest.mark.spark)
        _name_group(item)


def _name_group(item: pytest.Item) -> None:
    """
    Write the groups of `item` behind its name, where the scheduler of xdist reads them.

    xdist 3.8.0 writes them into an attribute that pytest 9.2 does not have, so no test would be in a group.
    """
    named = sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")})
    if named and item.config.getoption("loadgroup", False):
        item._id = NodeId.parse(f"{item.nodeid}@{'_'.join(named)}")


@pytest.fixture(scope="session", autouse=True)
def no_bare_imports() -> Iterator[None]:
    yield
    imported = {name for name in sys.modules if name.partition(".")[0] in BARE}
    folders = {name for name in imported if hasattr(sys.modules[name], "__path__")}  # pytest looks for tests in them
    assert set() == imported - folders


@pytest.fixture(scope="session", autouse=True)
def shared_second_processes() -> Iterator[None]:
    """
    Keep the second process of each reference for all tests of a run: most checks ask it a question, and its start costs
    more than they do. A test with another environment starts its own.
    """
    from kafka_assay.assignors.hosted import targets

    here, start, close = _environment(), targets.reference_host, targets.ReferenceTarget.close
    started: dict[str, HostTarget] = {}

    def start_once(name: str) -> HostTarget:
        if _environment() != here:
            return start(name)
        return started.get(name) or started.setdefault(name, start(name))

    def close_own(target: targets.ReferenceTarget) -> None:
        if vars(target).get("_other") not in started.values():
            close(target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(targets, "reference_host", start_once)
        patch.setattr(targets.ReferenceTarget, "close", close_own)
        yield
    for host in started.values():
        host.close()


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


@pytest.fixture(scope="session")
def spark() -> Iterator[Session]:
    """Spark with two cores for all tests of a run, started on first use."""
    from kafka_assay.pipeline.spark.session import session

    with session("local[2]") as started:
        yield started


@pytest.fixture
def share_spark(spark: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Let the product use the tests' Spark wherever it would launch one. It leaves a log."""
    from kafka_assay.assignors.errors import AssayError
    from kafka_assay.pipeline.spark import session as session_module
    from kafka_assay.pipeline.spark.launch import SparkFailed, reason_of

    @contextmanager
    def launched(_: object, log: Path) -> Iterator[SparkSession]:
        log.write_text("all that Spark had to say\n")
        try:
            yield spark.spark
        except AssayError:
            raise
        except Exception as failed:
            raise SparkFailed(reason_of(failed, log)) from failed

    monkeypatch.setattr(session_module, "launch_spark", launched)
    return spark
