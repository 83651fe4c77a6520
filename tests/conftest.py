"""Hypothesis settings that draw the same examples on every machine, and a check for banned imports."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

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
