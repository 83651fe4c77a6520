"""Tests of which groups an expected failure covers."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import group_of
from kafka_assay.assignors.reference.known_failures.racks_and_order import WRONG_RACKS_AND_ORDER
from kafka_assay.properties.judging.expected_failures import find_excuse, kinds_of_break, smallest_group

LAW = "order-does-not-matter"
FAILURE = next(one for one in WRONG_RACKS_AND_ORDER if one.family == "racks")


def test_claim_on_a_wrong_rack_is_covered() -> None:
    """The result depends on the order, so the expected failure covers every group that has such a claim."""
    group = smallest_group(FAILURE)

    assert {"wrong-racks-and-equal"} == kinds_of_break(group)
    assert FAILURE is find_excuse([FAILURE], LAW, "racks", group)


def test_partition_without_a_known_replica_rack_counts_as_a_wrong_rack() -> None:
    group = group_of({"t": 1, "u": 2}, {"a": ["t", "u"]}, {"a": {"u": [1]}}, generation=1)
    racked = replace(group, topics=(replace(group.topics[0], replica_racks=(("x",),)), group.topics[1]))

    assert "wrong-racks-and-equal" in kinds_of_break(replace(racked, members=(replace(group.members[0], rack="x"),)))
    assert not kinds_of_break(racked)


def test_racks_without_a_claim_on_a_wrong_rack_are_not_covered() -> None:
    """The same holds for unequal subscriptions."""
    group = smallest_group(FAILURE)
    *others, last = group.members
    home = replace(group, members=(*others, replace(last, rack="y")))
    unequal = replace(group, members=(*others, replace(last, subscription=("t", "gone"))))

    assert find_excuse([FAILURE], LAW, "racks", home) is None
    assert find_excuse([FAILURE], LAW, "racks", unequal) is None
    assert not kinds_of_break(group_of({"t": 1}, {"a": ["t"]}))
