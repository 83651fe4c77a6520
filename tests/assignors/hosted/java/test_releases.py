from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java.compiling import releases_of
from tests.assignors.hosted.java.hosts import NEWEST, command


def test_all_releases_are_listed_oldest_first() -> None:
    """As Maven orders them."""
    command(f"{NEWEST}:RangeAssignor")
    try:
        found = releases_of("org.apache.kafka", "kafka-clients")
    except AssayError as offline:
        pytest.skip(f"the registry: {offline}")

    known = ("0.11.0.0", "1.0.0", "2.3.1", "2.4.0", "3.9.0", "3.9.1", "4.0.0", "4.4.0")
    assert known == tuple(release for release in found if release in known)
