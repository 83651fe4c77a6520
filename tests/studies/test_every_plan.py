"""The checker of optimal plans against brute force. All small groups: `python -m studies engine_agreement`."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import group_of
from studies.evidence.engine_agreement import count_small_groups, group_number
from tests.support.engines import every_plan
from tests.support.engines.every_plan import count_plans, find_misjudged_plan
from tests.support.engines.larger_groups import larger_group


def test_small_plan_is_improvable_iff_a_better_one_exists() -> None:
    """Every plan of every sixth group of at most 3 members, 2 topics and 4 partitions."""
    assert [] == [
        number for number in range(0, count_small_groups(), 6) if find_misjudged_plan(group_number("every", number))
    ]


def test_larger_plan_is_improvable_iff_a_better_one_exists() -> None:
    """All plans of random groups with longer chains and dirty claims."""
    groups = [group for group in map(larger_group, range(60)) if count_plans(group) <= 256]

    assert len(groups) > 10
    assert not any(map(find_misjudged_plan, groups))


@pytest.mark.parametrize("search", ["improving_chain", "cheaper_plan", "verify"])
def test_checker_that_finds_nothing_is_caught(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No chain, no cheaper plan, or no fault with a certificate."""
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})
    monkeypatch.setattr(every_plan, search, lambda *_: None)

    assert find_misjudged_plan(group) is not None
