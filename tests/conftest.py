"""Hypothesis settings that draw the same examples everywhere, the tests' Spark, and a check for banned imports."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from kafka_assay.pipeline.spark.session import Session

settings.register_profile(
    "tests", database=None, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tests")

BARE = {"assignors", "benchmarks", "membership", "oracle", "pipeline", "properties", "reports"}
"""Folders whose modules are imported through `kafka_assay`: under a bare name each class would be there twice."""


@pytest.fixture(scope="session", autouse=True)
def no_bare_imports() -> Iterator[None]:
    yield
    assert set() == BARE & sys.modules.keys()


@pytest.fixture(scope="session")
def spark() -> Iterator[Session]:
    """
    Spark with two cores for all tests of a run, started on first use.

    With xdist all its tests must run in one worker: the group `spark`.
    """
    from kafka_assay.pipeline.spark.session import session

    with session("local[2]") as started:
        yield started
