"""One Spark for all tests of a run, started when the first test asks for it: runs without Spark start no Java."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kafka_assay.pipeline.spark.session import Session, session


@pytest.fixture(scope="session")
def spark() -> Iterator[Session]:
    """A Spark of two cores on this machine. With xdist all its tests must run in one worker: the group `spark`."""
    with session("local[2]") as started:
        yield started
