"""What tests of JavaScript clients share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.assignors.hosted.node.hosts import Clients


@pytest.fixture(scope="session")
def clients() -> Iterator[Clients]:
    """The hosts of real packages, for all tests together: a host is to give the same answers however long it lives."""
    with closing(Clients()) as hosts:
        yield hosts
