"""The Spark session of a test run, started on first use: runs without Spark start no Java."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kafka_assay.pipeline.spark.session import Session, session


@pytest.fixture(scope="session")
def spark() -> Iterator[Session]:
    """A Spark session with two cores. With xdist all its tests must run in one worker: the group `spark`."""
    with session("local[2]") as started:
        yield started
