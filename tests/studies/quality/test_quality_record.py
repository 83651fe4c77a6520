from __future__ import annotations

from studies.quality.quality_record import QualityTally, add_tallies


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
