from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.assignors.hosted.node.hosts import Clients


@pytest.fixture(scope="session")
def clients() -> Iterator[Clients]:
    """Return hosts of real packages, shared by all tests, so a host's lifetime must not change its answers."""
    with closing(Clients()) as hosts:
        yield hosts
