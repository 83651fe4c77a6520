"""Tests of how Hypothesis is run."""

from __future__ import annotations

import pytest

from kafka_assay.properties.budget import StopBatch
from kafka_assay.properties.strategies.batches import batch_seed, find_first
from kafka_assay.properties.strategies.drawn import draws_of


def test_seed_of_a_batch_never_changes() -> None:
    """Other machines and later releases must reproduce it."""
    assert 6204520340718158858 == batch_seed(0, "clean", 0)
    assert 3 == len({batch_seed(0, "clean", 0), batch_seed(0, "clean", 1), batch_seed(0, "mixed", 0)})


def test_stop_batch_ends_a_batch_at_once() -> None:
    """Hypothesis neither shrinks nor reports `StopBatch`."""
    seen = []

    def stop(group: object) -> bool:
        seen.append(group)
        raise StopBatch

    with pytest.raises(StopBatch):
        find_first(draws_of("clean").strategy, stop, seed=0)

    assert 1 == len(seen)
