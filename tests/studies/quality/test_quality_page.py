from __future__ import annotations

from collections.abc import Iterable

from kafka_assay.properties.effect import client_of
from studies.pages.quality_page import RECORD
from studies.quality.quality_record import merge_stretches, read_quality_record
from tests.support.newest_releases import NEWEST, REFERENCES


def test_record_has_every_assignor_at_a_release_and_none_beats_the_optimum() -> None:
    """The record names its releases. A release may be older than the newest one until the study is run again."""
    found = merge_stretches(read_quality_record(RECORD)[1])

    assert _without_releases([*NEWEST, *REFERENCES]) == _without_releases(one.target for one in found)
    assert 0 == sum(one.both.undercut for one in found)
    assert {True} == {one.both.asked + one.both.refused == one.groups for one in found}


def _without_releases(targets: Iterable[str]) -> list[str]:
    return sorted(f"{client_of(target)}:{target.rpartition(':')[2]}" for target in targets)
