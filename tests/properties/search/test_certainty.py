"""Tests of what a number of drawn examples is worth."""

from __future__ import annotations

from random import Random

import pytest

from kafka_assay.properties.search.family_tally import break_bound, unseen_chance


@pytest.mark.parametrize("draws", [1, 30, 5_000])
def test_fault_at_the_bound_stays_unseen_in_one_of_twenty_runs(draws: int) -> None:
    bound = break_bound(draws)

    assert bound is not None
    assert 0.05 == pytest.approx((1 - bound) ** draws)


def test_no_draw_gives_no_bound() -> None:
    assert break_bound(0) is None


def test_estimate_is_near_the_share_of_the_kinds_that_were_not_seen() -> None:
    """Of kinds with shrinking shares: the estimate of the next example, against what is known here."""
    random = Random(1)
    shares = [1 / (kind + 1) ** 2 for kind in range(2_000)]
    seen = random.choices(range(2_000), shares, k=3_000)
    missing = sum(share for kind, share in enumerate(shares) if kind not in set(seen)) / sum(shares)

    chance = unseen_chance([seen.count(kind) for kind in set(seen)])

    assert chance is not None
    assert missing == pytest.approx(1 - (1 - chance) ** (1 / 1_000), rel=0.35)


def test_estimate_is_0_where_every_kind_came_twice() -> None:
    assert 0.0 == unseen_chance([2, 5])
    assert unseen_chance([]) is None
