"""The two tables of an audit: groups, worst first, and assignors, best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafka_assay.assignors.registry import SHIPPED
from kafka_assay.pipeline.audit.audit_row import AuditRow, Grade
from kafka_assay.pipeline.audit.audit_summary import AssignorTally
from kafka_assay.reports.audit.records import Audit, group_link
from kafka_assay.reports.render.blocks import Cell, Code, Column, Table, Tone, Value, number_cell, table_of, text_cell
from kafka_assay.reports.wording.group_text import GRADE_SIGNS
from kafka_assay.reports.wording.words import series

_BAD = frozenset({Grade.LESS_EVEN, Grade.INVALID, Grade.NO_ANSWER})
GROUP = Column("group", "its name, or the place where it was read")
GAP = Column("gap", "sum of squared loads above the best possible", numeric=True)
TOPIC_SPREAD = Column("topic spread", "mean over topics: most minus least partitions per subscriber", numeric=True)
IDLE = Column("idle", "members without a partition", numeric=True)
HOST_SPREAD = Column("host spread", "partitions of the most loaded host minus those of the least loaded", numeric=True)
ROWS_ON_PAGE = 500
"""The rows of the table of groups that a page shows at first. More make a browser slow; its search finds the others."""


def group_table(audit: Audit, links: Mapping[int, str]) -> Table:
    """A row for each group, worst first."""
    rows, shown = audit.rows, max(ROWS_ON_PAGE, len(links))
    more = f"; the first {shown:,} of {len(rows):,}. Search and sort find all" if len(rows) > shown else ""
    columns = (
        GROUP,
        Column("members", "members of the group", numeric=True),
        Column("partitions", "partitions of the topics that somebody subscribes to", numeric=True),
        Column("assignor", "the assignor that the group runs now, if the capture says so"),
        Column("today", "how far the present assignment is from the optimum"),
        Column("loads", "least to most loaded member, partitions", numeric=True),
        Column("best", "least to most loaded member, partitions", numeric=True),
        IDLE,
        Column("spread", "within topics (topic spread), and over hosts (host spread)", numeric=True),
        GAP,
        Column("moves", "partitions that the optimum moves", numeric=True),
        Column("best assignors", "assignors that reach the optimum with the fewest moves"),
    )
    return table_of(
        f"Groups, worst first{more}"
        ". Gap: the sum of squared loads today minus that of the best plan. A rebalancing group is not judged.",
        columns,
        (_group_row(group, links) for group in rows),
        sortable=True,
        searchable=len(rows) > 10,
        rows_in_brief=10,
        rows_on_page=shown,
    )


def group_cell(group: AuditRow, links: Mapping[int, str]) -> Cell:
    """The name of a group."""
    return Cell(line=(group_link(group, links),), key=group.group)


def grade_cell(answer: AuditRow) -> Cell:
    """The grade of an answer."""
    met = answer.own_grade
    tone = Tone.GOOD if met is Grade.OPTIMAL else Tone.BAD if met in _BAD else Tone.UNSURE
    return text_cell(f"{GRADE_SIGNS[met]} {met}", list(Grade).index(met), tone)


def _group_row(group: AuditRow, links: Mapping[int, str]) -> tuple[Value, ...]:
    best = group.optimal_loads or (None,)
    return (
        group_cell(group, links),
        group.members,
        group.partitions,
        group.strategy or "",
        grade_cell(group),
        loads_value(group.least, group.most),
        loads_value(best[0], best[-1]),
        idle_cell(group),
        _spread(group),
        group.gap,
        None if group.own_grade is Grade.REBALANCING else group.optimal_moves,
        _best_assignors(group),
    )


def _spread(group: AuditRow) -> Value:
    """The spread within topics, and over hosts if they are known, sorted by the first."""
    if group.topic_spread is None:
        return None
    hosts = "" if group.host_spread is None else f"; {group.host_spread:,}"
    return text_cell(f"{group.topic_spread:.2f}{hosts}", group.topic_spread)


def idle_cell(answer: AuditRow) -> Cell:
    """The idle members, marked if the optimum has work for some of them."""
    return number_cell(answer.idle, tone=Tone.BAD if answer.idle_in_vain > 0 else None)


def _best_assignors(group: AuditRow) -> str:
    names = sorted(group.best or (), key=lambda name: name not in SHIPPED)
    return "all" if names and len(names) == group.asked else series(names, most=2) if names else ""


def loads_value(least: int | None, most: int | None) -> Value:
    """A range of loads, sorted by the highest."""
    if least is None or most is None:
        return None
    return text_cell(f"{least:,}" if least == most else f"{least:,}–{most:,}", most)


def assignor_table(found: Sequence[AssignorTally]) -> Table:
    """A row for each assignor: its results on all groups."""
    columns = (
        Column("assignor", "the target that answered, or the present assignment"),
        Column("groups", "groups with members; fewer if an assignor cannot be asked about some", numeric=True),
        Column("at the optimum", "groups with the best balance and the fewest moves", numeric=True),
        Column("less balanced", "groups less balanced than possible", numeric=True),
        Column("mean gap (Σ load²)", "sum of squared loads above the best possible", numeric=True),
        Column("moves", "partitions that change their owner, over all groups", numeric=True),
        Column("best moves", "moves of the optimum on the same groups", numeric=True),
        TOPIC_SPREAD,
        Column("laws broken", "broken laws among those it promises, over all groups", numeric=True),
        Column("undecided", "laws that could not be judged", numeric=True),
        Column("no answer", "groups without an answer", numeric=True),
        Column("ms per group", "mean time of one answer", numeric=True),
    )
    caption = "Results of each assignor over all groups, compared with today"
    return table_of(caption, columns, map(_assignor_row, found), sortable=True, rows_in_brief=20)


def _assignor_row(one: AssignorTally) -> tuple[Value, ...]:
    share = one.at_optimum / one.asked if one.asked else 0.0
    failed = one.grades.get(Grade.NO_ANSWER, 0)
    mean = one.excess / one.compared if one.compared else None
    expected = f" (+{one.expected} expected)" if one.expected else ""
    version = f" {min(one.versions)}" if len(one.versions) == 1 and ":" in one.target else ""
    return (
        Cell(line=(Code(one.target), version), key=one.target),
        one.asked,
        text_cell(f"{one.at_optimum:,} ({share:.0%})", one.at_optimum),
        one.grades.get(Grade.LESS_EVEN, 0),
        number_cell(mean, 2),
        one.moves,
        one.least_moves,
        number_cell(one.topic_spread, 2),
        text_cell(f"{one.broken:,}{expected}", one.broken, Tone.BAD if one.broken else None),
        number_cell(one.undecided, tone=Tone.UNSURE if one.undecided else None),
        number_cell(failed, tone=Tone.BAD if failed else None),
        number_cell(None if one.seconds is None else one.seconds * 1000, 2),
    )
