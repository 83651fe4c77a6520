from __future__ import annotations

import pytest

from assay.testing import assert_keeps

LONG = "consumer-orders-1-0b7f8ab4-6a1c-4a1b-9f5e-2d1c3b4a5e6f"
"""A member id as Kafka's Java client makes it."""


def test_members_with_long_ids_are_named_as_in_the_terminal() -> None:
    members = [{"id": LONG, "subscription": ["t"], "client_id": "orders-1"}, {"id": "b", "subscription": ["t"]}]
    group = {"format": "assay-group/1", "topics": {"t": 2}, "members": members}

    with pytest.raises(AssertionError, match="orders-1 has 2 partitions and b has none") as raised:
        assert_keeps("even-when-equal", group, answer={LONG: {"t": [0, 1]}, "b": {}}, like="sticky")

    assert LONG not in str(raised.value)


def test_answer_of_a_target_has_the_same_names() -> None:
    topics = ["t", "u"]
    members = [{"id": member, "subscription": topics, "client_id": "orders-1"} for member in (LONG, "d")]
    group = {"format": "assay-group/1", "topics": dict.fromkeys(topics, 1), "members": members}

    with pytest.raises(AssertionError, match="orders-1 has 2 partitions and d has none"):
        assert_keeps("even-when-equal", group, target="range", like="sticky")
