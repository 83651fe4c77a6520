from __future__ import annotations

from kafka_assay.benchmarks.quality_record import merge_stretches, read_quality_record
from studies.newest_releases import NEWEST, REFERENCES
from studies.quality.quality_page import PAGE, RECORD, page


def test_page_matches_the_record() -> None:
    """`python -m studies quality_page` writes it."""
    text = PAGE.read_text("utf-8")

    assert text == page(text)


def test_record_has_every_newest_release_and_none_beats_the_optimum() -> None:
    found = merge_stretches(read_quality_record(RECORD)[1])

    assert {*NEWEST, *REFERENCES} == {one.target for one in found}
    assert 0 == sum(one.both.undercut for one in found)
    assert {True} == {one.both.asked + one.both.refused == one.groups for one in found}
