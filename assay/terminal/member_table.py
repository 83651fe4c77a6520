"""A table of an answer: what each member has, kept, gained and lost."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from assay.terminal.output import emit, findings_console

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.table import Table

    from kafka_assay.assignors.model import Assignment, Group, Member

MOST_ROWS = 60


def show_optimum(group: Group, assignment: Assignment, figures: Mapping[str, Mapping[str, str]] | None = None) -> None:
    """Print the table of an optimum, and the assumptions about the group; `figures` are more columns."""
    show_members(group, assignment, f"optimum of {group.name or 'the group'}", figures)
    for assumption in group.assumptions:
        emit(f"assumed: {assumption}")


def show_members(
    group: Group,
    assignment: Assignment,
    title: str,
    figures: Mapping[str, Mapping[str, str]] | None = None,
) -> None:
    """Print a row for each of the first members: how much it has, what it kept, gained and lost."""
    findings_console().print(_table(group, assignment, title, figures or {}))
    hidden = len(group.members) - MOST_ROWS
    if hidden > 0:
        emit(f"{hidden} more members are not shown. --json lists them all.")


def _table(group: Group, assignment: Assignment, title: str, more: Mapping[str, Mapping[str, str]]) -> Table:
    from rich.table import Table
    from rich.text import Text

    from kafka_assay.reports.wording.safe_names import escape_unprintable

    shown = group.members[:MOST_ROWS]
    owners = _owners_beside(group, shown)
    table = Table(title=Text(escape_unprintable(title)), title_justify="left")
    table.add_column("member", overflow="fold")
    for figure in (*more, "load", "kept", "gained", "lost"):
        table.add_column(figure, justify="right")
    table.add_column("partitions", overflow="fold", ratio=1)
    for member in shown:
        topics = assignment.get(member.id, {})
        had = {claim for claim in member.claims() if owners.get(claim.topic, {}).get(claim.partition) == member.id}
        has = {(topic, partition) for topic, ids in topics.items() for partition in ids}
        figures = sum(map(len, topics.values())), len(has & had), len(has - had), len(had - has)
        owned = "  ".join(f"{topic} {id_ranges(ids)}" for topic, ids in sorted(topics.items()) if ids)
        table.add_row(
            Text(escape_unprintable(member.id)),
            *(one[member.id] for one in more.values()),
            *map(str, figures),
            Text(escape_unprintable(owned)),
        )
    return table


def _owners_beside(group: Group, shown: Sequence[Member]) -> dict[str, dict[int, str]]:
    """The valid owners of what the members in `shown` claim, by topic. Most claims in a large group do not matter."""
    from kafka_assay.assignors.ownership import valid_owners_by_topic

    claimed: dict[str, set[int]] = defaultdict(set)
    for member in shown:
        for topic, ids in member.owned:
            claimed[topic].update(ids)
    rivals = [
        member.with_claims(
            tuple((topic, ids) for topic, ids in member.owned if not claimed[topic].isdisjoint(ids)), member.generation
        )
        for member in group.members
    ]
    return valid_owners_by_topic(group.with_members(tuple(rivals)))


def id_ranges(ids: Iterable[int]) -> str:
    """
    Partition ids as ranges, each id once.

    >>> id_ranges([4, 0, 1, 2, 2, 7, 8])
    '0-2,4,7,8'
    """
    ranges: list[list[int]] = []
    for partition in sorted(set(ids)):
        if ranges and partition == ranges[-1][-1] + 1:
            ranges[-1][1:] = [partition]
        else:
            ranges.append([partition])
    return ",".join(
        (f"{first}-{last[0]}" if last[0] > first + 1 else f"{first},{last[0]}") if last else str(first)
        for first, *last in ranges
    )
