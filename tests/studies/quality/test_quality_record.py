"""Tallies of the quality study, their shares, and the published record."""

from __future__ import annotations

from collections.abc import Iterable

from kafka_assay.properties.effect import client_of
from studies.quality.quality_chapter import RECORD
from studies.quality.quality_record import FORMAT, QualityTally, add_tallies, merge_stretches, quality_figures
from studies.records import read_record
from tests.support.newest_releases import NEWEST, REFERENCES


def test_tallies_add_up() -> None:
    """Counts and sums add, the maximum is the larger one, and only the first few examples stay."""
    one = QualityTally(asked=1, even=1, moves=3, needed=1, wasteful=1, most_wasted=2, examples={"wasteful": [7]})
    other = QualityTally(asked=1, uneven=1, excess=2, most_excess=2, silent={"hang": 1}, examples={"uneven": [8]})

    total = add_tallies(one, other)

    assert (2, 1, 1, 2, 2) == (total.asked, total.even, total.uneven, total.most_excess, total.most_wasted)
    assert {"wasteful": [7], "uneven": [8]} == total.examples
    assert (2, 1) == (total.wasted, total.unanswered)
    assert one == add_tallies(one, QualityTally())
    assert total == QualityTally(**total.to_json())


def test_each_share_uses_its_own_total() -> None:
    """Ten questions: two no plan; four of eight less balanced; one of four wasteful, by four moves."""
    tally = QualityTally(
        asked=10, silent={"crash": 1}, invalid={"one-owner-each": 1}, uneven=4, excess=6, excess_squares=10, even=4,
        moves=8, needed=4, wasteful=1, wasted_squares=16,
    )  # fmt: skip

    found = quality_figures(tally)

    assert [0.2, 0.5, 1.5, 0.25, 1.0] == [one.value for one in found.values() if one]
    assert found["wasted"] is not None
    assert 0.0 == found["wasted"].low


def test_no_answers_give_no_shares() -> None:
    found = quality_figures(QualityTally(asked=3, silent={"hang": 3}))

    assert [None, None, None] == [found[name] for name in ("less_balanced", "needless", "wasted")]


def test_record_has_every_assignor_at_a_release_and_none_beats_the_optimum() -> None:
    """The record names its releases. A release may be older than the newest one until the study is run again."""
    found = merge_stretches(read_record(RECORD, FORMAT)[1])

    assert _without_releases([*NEWEST, *REFERENCES]) == _without_releases(one.target for one in found)
    assert 0 == sum(one.both.undercut for one in found)
    assert {True} == {one.both.asked + one.both.refused == one.groups for one in found}


def _without_releases(targets: Iterable[str]) -> list[str]:
    return sorted(f"{client_of(target)}:{target.rpartition(':')[2]}" for target in targets)
