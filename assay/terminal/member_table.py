"""What each member has in a plan, beside what it had, as a table for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.terminal.output import emit, findings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.table import Table

    from kafka_assay.assignors.model import Assignment, Group

MOST_ROWS = 60


def show_members(group: Group, assignment: Assignment, weights: Mapping[str, str] | None = None) -> None:
    """Print the table, and what was assumed of the group; `weights` is one more figure a member, ready to be read."""
    findings().print(_table(group, assignment, weights or {}))
    hidden = len(group.members) - MOST_ROWS
    if hidden > 0:
        emit(f"and {hidden} more members: --json lists them all")
    for assumption in group.assumptions:
        emit(f"assumed: {assumption}")


def _table(group: Group, assignment: Assignment, weights: Mapping[str, str]) -> Table:
    from rich.table import Table
    from rich.text import Text

    from assay.verbs.assign_ import id_ranges
    from kafka_assay.assignors.ownership import valid_owners_by_topic
    from kafka_assay.reports.wording.safe_names import legible

    had: dict[str, set[tuple[str, int]]] = {member.id: set() for member in group.members}
    for topic, owners in valid_owners_by_topic(group).items():
        for partition, owner in owners.items():
            had[owner].add((topic, partition))
    table = Table(title=Text(legible(f"the optimum of {group.name or 'the group'}")), title_justify="left")
    table.add_column("member", overflow="fold")
    for figure in (*(["weight"] if weights else []), "load", "kept", "gained", "lost"):
        table.add_column(figure, justify="right")
    table.add_column("partitions", overflow="fold", ratio=1)
    for member in group.members[:MOST_ROWS]:
        topics, before = assignment[member.id], had[member.id]
        has = {(topic, partition) for topic, ids in topics.items() for partition in ids}
        figures = len(has), len(has & before), len(has - before), len(before - has)
        owned = "  ".join(f"{topic} {id_ranges(ids)}" for topic, ids in topics.items())
        weight = [weights[member.id]] if weights else []
        table.add_row(Text(legible(member.id)), *weight, *map(str, figures), Text(legible(owned)))
    return table
