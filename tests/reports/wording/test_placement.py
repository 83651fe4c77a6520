from __future__ import annotations

from kafka_assay.assignors.registry import reference_assignor
from tests.properties.verdicts import two_members
from tests.reports.wording.law_breaches import on_answer, on_assignor
from tests.support.mutants.placement import ALIKE, STATIC


def test_misplaced_partitions_are_named_with_their_place() -> None:
    """A hole in a block, two topics apart, a restart that moved something."""
    hole = on_answer("contiguous", two_members(3), {"a": {"t": [0, 2]}, "b": {"t": [1]}})
    apart = on_answer("co-partitioned", ALIKE, {"a": {"t": [0], "u": [1]}, "b": {"t": [1], "u": [0]}})
    moved = on_assignor("restart-keeps-static-members", STATIC, reference_assignor("sticky").assign)

    assert "a has t-0 and t-2, but not the partitions between them." == hole
    assert (
        "t-0 goes to a, u-0 to b, although both topics have the same number of partitions and the same subscribers."
        == apart
    )
    assert moved.startswith("After a restart of all members, 2 partitions moved between instance ids: t-0 from i1")


def test_split_topic_is_named_with_its_owners() -> None:
    one = on_answer("topics-stay-whole", two_members(2), {"a": {"t": [0]}, "b": {"t": [1]}})
    two = on_answer("topics-stay-whole", ALIKE, {"a": {"t": [0], "u": [1]}, "b": {"t": [1], "u": [0]}})

    assert "t is split among a and b." == one
    assert "t is split among a and b. 1 more topic is split too." == two
