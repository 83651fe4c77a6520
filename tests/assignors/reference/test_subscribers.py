from __future__ import annotations

import pytest

from kafka_assay.assignors.reference.subscribers import subscribers_by_topic, subscriptions_are_equal
from tests.assignors.reference.answers import question


def test_topics_with_the_same_subscribers_share_one_list() -> None:
    group = question({"a": 1, "b": 1}, {"C0": "a b", "C1": "b a", "C2": "c", "C3": "a b"})

    subscribers = subscribers_by_topic(group.members, group.partition_counts())

    assert {"a": [0, 1, 3], "b": [0, 1, 3]} == subscribers
    assert subscribers["a"] is subscribers["b"]


def test_subscribers_keep_the_member_order() -> None:
    group = question({"a": 1, "b": 1}, {"C0": "a b", "C1": "b", "C2": "a b", "C3": "b"})

    subscribers = subscribers_by_topic(group.members, group.partition_counts())

    assert {"a": [0, 2], "b": [0, 1, 2, 3]} == subscribers


@pytest.mark.parametrize(
    ("equal", "subscriptions"),
    [
        (False, {}),
        (False, {"A": ""}),
        (True, {"A": "t"}),
        (True, {"A": "gone", "B": "gone"}),
        (True, {"A": "t u", "B": "u t"}),
        (False, {"A": "t t"}),
        (False, {"A": "t u", "B": "t"}),
        (False, {"A": "t u", "B": "t t"}),
        (False, {"A": "t u", "B": "t v"}),
        (False, {"A": "", "B": "t"}),
        (False, {"A": "t", "B": "t", "C": "t u"}),
    ],
)
def test_equal_subscriptions_have_the_same_topics_without_repeats(equal: bool, subscriptions: dict[str, str]) -> None:
    """Missing topics count like others."""
    assert equal == subscriptions_are_equal(question({"t": 1, "u": 1}, subscriptions))
