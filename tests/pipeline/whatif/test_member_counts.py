from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.pipeline.whatif.change import Change
from kafka_assay.pipeline.whatif.member_counts import CountRow, CountTable, count_members
from tests.pipeline.whatif.groups import THREE_OF_NINE

UNEQUAL = group_of({"t": 2, "u": 4}, {"a": ["t"], "b": ["u"]}, {"a": {"t": [0, 1]}, "b": {"u": [0, 1, 2, 3]}})


def counted(group: Group, target: str, counts: range, threads: int = 1, by: str | None = None) -> CountTable:
    return count_members(group, [open_target(target)], counts, threads, Change(), by)


@pytest.mark.parametrize(
    ("group", "target", "counts", "threads", "rows"),
    [
        # Nine partitions of the member that leaves have no owner; nothing else moves.
        (THREE_OF_NINE, "sticky", range(2, 4), 1, [(2, 14, 13, 0, True, 0, 9), (3, 9, 9, 0, True, 0, 0)]),
        (THREE_OF_NINE, "sticky", range(2, 3), 14, [(28, 1, 0, 1, True, 24, 0)]),
        # A joiner takes the most common subscription, here the first; one member reads u alone, whatever the rule.
        (
            UNEQUAL,
            "range",
            range(2, 5),
            1,
            [(2, 4, 2, 0, True, 0, 0), (3, 4, 1, 0, True, 1, 0), (4, 4, 0, 1, True, 1, 0)],
        ),
    ],
)
def test_rows_have_loads_idle_members_and_moves_from_the_own_count(
    group: Group, target: str, counts: range, threads: int, rows: list[tuple[int | bool, ...]]
) -> None:
    def figures(row: CountRow) -> tuple[int | bool, ...]:
        return row.members, row.largest, row.smallest, row.idle, row.even, row.moved, row.ownerless

    assert rows == [figures(row) for row in counted(group, target, counts, threads).rows]


def weighed(*weights: float) -> Group:
    (topic,) = THREE_OF_NINE.topics
    return replace(THREE_OF_NINE, topics=(replace(topic, weights=(*weights, *[0.0] * (27 - len(weights)))),))


@pytest.mark.parametrize(
    ("weights", "limit"),
    [
        ((100,), ("t-0", 100, 100, 1)),
        ((5, 5, 5, 2.5), ("t-0", 5, 17.5, 4)),
        # Two halves of 5 cannot be made of three threes and a one.
        ((3, 3, 3, 1), ("t-0", 3, 10, 4)),
        ((1, 1, 1, 1, 1, 1), ("t-0", 1, 6, None)),
        ((), None),
    ],
)
def test_heaviest_partition_limits_what_more_members_help(
    weights: tuple[float, ...], limit: tuple[str, float, float, int | None] | None
) -> None:
    found = counted(weighed(*weights), "sticky", range(1, 5), by="weights").limit

    assert limit == (found and (str(found.partition), found.weight, found.total, found.enough))
