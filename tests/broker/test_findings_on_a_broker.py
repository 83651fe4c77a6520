"""Faults of released clients, seen in groups on a real broker. Those that depend on chance are left out."""

import pytest

from tests.support.broker.histories import HISTORIES
from tests.support.broker.stage import open_stage


@pytest.mark.broker
@pytest.mark.parametrize("name", HISTORIES)
def test_the_fault_is_seen_in_its_first_run(name: str) -> None:
    with open_stage() as stage:
        assert HISTORIES[name].fault in HISTORIES[name].run(stage)
