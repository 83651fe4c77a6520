from __future__ import annotations

import pytest

from kafka_assay.benchmarks.intervals import Estimate
from studies.quality.quality_record import Quality, QualityTally
from studies.quality.quality_rows import (
    estimate_text,
    group_by_rule,
    is_reference,
    quality_figures,
    short_name,
)
from tests.support.newest_releases import NEWEST, REFERENCES


def test_each_share_uses_its_own_total() -> None:
    """Ten questions: two no plan; four of eight less balanced; one of four wasteful, by four moves."""
    tally = QualityTally(
        asked=10, silent={"crash": 1}, invalid={"one-owner-each": 1}, uneven=4, excess=6, excess_squares=10, even=4,
        moves=8, needed=4, wasteful=1, wasted_squares=16,
    )  # fmt: skip

    found = quality_figures(tally)

    values = [found.no_plan, found.less_balanced, found.excess, found.needless, found.wasted]
    assert [0.2, 0.5, 1.5, 0.25, 1.0] == [one.value for one in values if one]
    assert found.wasted is not None
    assert 0.0 == found.wasted.low


def test_no_answers_give_no_shares() -> None:
    found = quality_figures(QualityTally(asked=3, silent={"hang": 3}))

    assert (None, None, None) == (found.less_balanced, found.needless, found.wasted)


def test_each_newest_release_has_a_rule_and_a_distinct_name() -> None:
    found = group_by_rule([Quality(target=target, version="") for target in (*REFERENCES, *NEWEST)])

    names = [short_name(target) for target in (*REFERENCES, *NEWEST)]
    assert len(set(names)) == len(names)
    assert ["Sticky", "Round-robin", "Range", "Other rules"] == list(found)
    assert ["kafka-go rack-affinity", "no-kafka default", "no-kafka consistent"] == [
        short_name(one.target) for one in found["Other rules"]
    ]
    assert list(REFERENCES) == [target for target in (*REFERENCES, *NEWEST) if is_reference(target)]


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Estimate(6.28, 3.9, 10.1), "6.3 (3.9 to 10.1)"),
        (Estimate(6.28, 6.05, 6.51), "6.28 (6.05 to 6.51)"),
        (Estimate(0.0, 0.0, 0.0), "0"),
        (Estimate(100.0, 99.5, 100.0), "100 (from 99.50)"),
    ],
)
def test_number_of_digits_follows_the_interval(found: Estimate, text: str) -> None:
    assert text == estimate_text(found)
