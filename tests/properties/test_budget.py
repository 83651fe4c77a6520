"""Tests of the limits of a check."""

from __future__ import annotations

import pytest

from kafka_assay.properties.budget import Budget, ExampleLimit, parse_examples, split_examples


def test_share_of_a_budget_is_a_share_of_the_rest() -> None:
    now = [0.0]
    budget = Budget(seconds=10.0, clock=lambda: now[0])
    now[0] = 4.0

    assert (4.0, 6.0, 3.0, 5.0) == (
        budget.seconds_spent(),
        budget.seconds_left(),
        budget.share_of_rest(0.5).seconds,
        budget.limited_to(0.9).seconds,
    )
    now[0] = 40.0
    assert 0.0 == budget.seconds_left() == budget.share_of_rest(1.0).seconds == budget.limited_to(0.6).seconds


def test_limit_is_parsed_and_split() -> None:
    assert ExampleLimit(3, 4) == split_examples(7) == parse_examples("7")
    assert ExampleLimit(7, 0) == parse_examples("7+0")
    assert 7 == ExampleLimit(7, 0).total
    assert ExampleLimit().total is None


@pytest.mark.parametrize("text", ["0", "-1", "0+0", "3+", "+3", "3+-1", "many", "1+2+3", ""])
def test_wrong_limit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected at least 1|invalid literal"):
        parse_examples(text)
