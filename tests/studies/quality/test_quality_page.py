"""The page on quality says what its record says."""

from __future__ import annotations

from kafka_assay.benchmarks.quality_record import merge_stretches, read_quality_record
from studies.newest_releases import NEWEST, REFERENCES
from studies.quality.quality_page import PAGE, RECORD, page


def test_the_page_is_what_the_record_gives() -> None:
    """After a new record, `python -m studies quality_page` writes it."""
    text = PAGE.read_text("utf-8")

    assert text == page(text)


def test_every_newest_release_is_in_the_record_and_nobody_beat_the_optimum() -> None:
    """References beside them, all on the same number of groups or nearly so."""
    found = merge_stretches(read_quality_record(RECORD)[1])

    assert {*NEWEST, *REFERENCES} == {one.target for one in found}
    assert 0 == sum(one.both.undercut for one in found)
    assert {True} == {one.both.asked + one.both.refused == one.groups for one in found}
