"""The hand-over table: each member's partitions today beside another answer's, with the changes marked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.measures.lags import member_lags
from kafka_assay.reports.render.blocks import Cell, Code, Column, Line, Table
from kafka_assay.reports.wording.safe_names import shorten

MOST_MEMBERS = 200
"""The most rows of the table. Members with the most changes come first."""
MOST_RANGES = 40
"""The most ranges of ids named in a cell. The rest is counted."""


def text_of_ranges(ids: Iterable[int]) -> list[str]:
    """
    Partition ids, with neighbours joined into ranges.

    >>> text_of_ranges([7, 0, 1, 2])
    ['0–2', '7']
    """
    found: list[str] = []
    ordered = sorted(set(ids))
    place = 0
    while place < len(ordered):
        end = place
        while end + 1 < len(ordered) and ordered[end + 1] == ordered[end] + 1:
            end += 1
        found.append(f"{ordered[place]}" if end == place else f"{ordered[place]}–{ordered[end]}")
        place = end + 1
    return found


def partition_list(topics: Mapping[str, Collection[int]], sign: str = "") -> str:
    """
    Partitions by topic, each topic with `sign` before it. A long list ends with the number of the rest.

    >>> partition_list({"orders": [0, 1, 2, 7], "audit": [0]}, sign="+")
    '+audit 0; +orders 0–2 7'
    """
    parts: list[str] = []
    room, left_out = MOST_RANGES, 0
    for topic in sorted(topics):
        if not topics[topic]:
            continue
        named = text_of_ranges(topics[topic])
        if room <= 0:
            left_out += len(set(topics[topic]))
            continue
        more = f" … ({len(set(topics[topic])):,} in all)" if len(named) > room else ""
        parts.append(f"{sign}{shorten(topic, 40)} {' '.join(named[:room])}{more}")
        room -= len(named)
    if left_out:
        parts.append(f"{sign}{left_out:,} more")
    return "; ".join(parts)


def hand_over_table(group: Group, today: Assignment, then: Assignment, target: str, labels: Mapping[str, str]) -> Table:
    """
    A row for each member: what it keeps, gives up (−) and receives (+) under `target`, and its lag if that is known.

    A member has its full id. Its label, which figures show, follows if the id does not begin with it.
    """
    rows = []
    lags = [member_lags(group, answer) for answer in (today, then)]
    for member in group.members:
        before, after = (_sets(answer.get(member.id, {})) for answer in (today, then))
        kept = _less(before, _less(before, after))
        lost, won = _less(before, after), _less(after, before)
        rows.append((-(_size(lost) + _size(won)), member.id, member.host, before, after, kept, lost, won))
    rows.sort(key=lambda row: row[:2])
    changing = sum(1 for row in rows if row[0])
    left_out = len(rows) - MOST_MEMBERS
    more = f" Only the {MOST_MEMBERS} members with the most changes are shown." if left_out > 0 else ""
    return Table(
        caption=f"Ownership with {target}: {changing:,} of {len(rows):,} members change. − given up, + received.{more}",
        columns=(
            Column(title="member", meaning="its id; in brackets its name in the figures"),
            Column(title="host", meaning="where the member runs"),
            Column(title="today", meaning="its partitions now", numeric=True),
            Column(title="after", meaning=f"its partitions with {target}", numeric=True),
            *(_LAGS if lags[0] is not None else ()),
            Column(title="gives up", meaning="partitions that leave this member, by topic"),
            Column(title="receives", meaning="partitions that come to this member"),
            Column(title="keeps", meaning="partitions that stay"),
        ),
        rows=tuple(
            (
                Cell(line=_member(member, labels[member])),
                Cell(line=(host or "",)),
                Cell(line=(f"{_size(before):,}",), key=_size(before)),
                Cell(line=(f"{_size(after):,}",), key=_size(after)),
                *(Cell(line=(f"{one[member]:,}",), key=one[member]) for one in lags if one is not None),
                Cell(line=(partition_list(lost, "−"),), key=_size(lost)),
                Cell(line=(partition_list(won, "+"),), key=_size(won)),
                Cell(line=(partition_list(kept),), key=_size(kept)),
            )
            for _, member, host, before, after, kept, lost, won in rows[:MOST_MEMBERS]
        ),
        sortable=True,
    )


_LAGS = (
    Column(title="lag today", meaning="records that it still has to read, over its partitions now", numeric=True),
    Column(title="lag after", meaning="the same records, over its partitions afterwards", numeric=True),
)


def _member(member: str, label: str) -> Line:
    return (Code(member),) if member.startswith(label) else (Code(member), f" ({label})")


def _sets(topics: Mapping[str, Iterable[int]]) -> dict[str, set[int]]:
    return {topic: set(ids) for topic, ids in topics.items()}


def _less(one: Mapping[str, set[int]], other: Mapping[str, set[int]]) -> dict[str, set[int]]:
    return {topic: ids - other.get(topic, set()) for topic, ids in one.items()}


def _size(topics: Mapping[str, set[int]]) -> int:
    return sum(len(ids) for ids in topics.values())
