"""What tests of JavaScript clients share."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.assignors.hosted.node.hosts import Clients

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def clients() -> Iterator[Clients]:
    """The hosts of real packages, for all tests together: a host is to give the same answers however long it lives."""
    with closing(Clients()) as hosts:
        yield hosts
