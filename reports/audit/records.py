"""
The records of an audit, read back: first what the overview needs, then all of a few groups.

An audit may hold thousands of groups, and most of them are one row of a report. So assignments and the groups
themselves are read only for the groups that get a page.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.pipeline.audit.audit_row import (
    ERRORS,
    FORMAT,
    LIGHT_COLUMNS,
    RECORD,
    RESULTS,
    SUMMARY,
    TODAY,
    AuditRow,
    LawWord,
    row_of,
)
from kafka_assay.pipeline.audit.audit_summary import KEPT_WORST, NO_GROUPS, AuditSummary, read_tables, summary_of
from kafka_assay.pipeline.audit.group_lines import BadLine, holds_many, read_bad_lines
from kafka_assay.pipeline.audit.page_facts import PageFacts
from kafka_assay.properties.records.typed_record import read_file, read_record
from kafka_assay.reports.render.blocks import Code, Link
from kafka_assay.reports.wording.safe_names import FULL_IDS, ShortNames, member_labels
from kafka_assay.reports.wording.sentences import explain_facts

MOST_ROWS = 50_000
"""With more rows than this only the worst groups are read with all answers."""
MOST_UNREADABLE = 100
"""The most lines without a group that are kept."""

_WHOLE = ("index", "target", "assignment", "document", "weighted_plan")
GROUP_COLUMNS = (
    *("index", "group", "target", "file", "line", "members", "partitions", "strategy", "state", "grade", "loads"),
    *("optimal_loads", "sum_of_squares", "optimal_sum_of_squares", "optimal_moves", "best", "asked", "badness"),
    *("topic_spread", "host_spread", "weighted"),
)
"""The columns of today's rows that an overview needs."""


def explain_law(law_word: LawWord, names: ShortNames = FULL_IDS) -> str:
    """The facts in sentences."""
    return explain_facts(law_word.law, json.loads(law_word.facts), names)


def group_link(row: AuditRow, links: Mapping[int, str]) -> Code | Link:
    """The name of a group, which leads to its page if there is one."""
    return Link(row.group, links[row.index]) if row.index in links else Code(row.group)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditOrigin:
    """How an audit was made, as far as its `audit.json` says."""

    command: tuple[str, ...] = ()
    seed: int | None = None
    master: str | None = None
    cores: int | None = None
    versions: Mapping[str, str | None] | None = None
    weights: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """
    A whole audit without details.

    `rows` are today's rows of all groups, the worst first, as far as an overview needs them. `groups` are the rows of
    those groups that were read with all answers, today's first, in the order in which they were read: all groups of a
    small audit, the worst of a large one. The names of groups are unique. `unreadable` are the first
    lines without a group, `bad_lines` counts all.
    """

    origin: AuditOrigin
    rows: tuple[AuditRow, ...]
    groups: tuple[tuple[AuditRow, ...], ...]
    summary: AuditSummary
    unreadable: Sequence[BadLine]
    bad_lines: int

    @property
    def is_whole(self) -> bool:
        """Whether `groups` are all groups."""
        return len(self.groups) == len(self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPage:
    """
    One group in full, for a page of its own.

    It holds the `answers`, today's first, in the order of the whole report; the group, the assignments by target, and
    the best plan by weight, if there is one. The page has an `anchor`, and shows one target in detail, the `chosen`
    one. `prices` are the moves of a switch, by target, where they are known. `facts` are for its pictures and what-ifs
    (None: it has neither). `weights` are those of the audit.
    """

    answers: tuple[AuditRow, ...]
    group: Group
    assignments: Mapping[str, Assignment]
    weighted_plan: Assignment | None = None
    anchor: str = ""
    chosen: str = OPTIMAL
    prices: Mapping[str, int] = field(default_factory=dict, hash=False)
    facts: PageFacts | None = None
    weights: str | None = None

    @property
    def today(self) -> AuditRow:
        """The row of the captured assignment."""
        return self.answers[0]

    @property
    def shown(self) -> str | None:
        """The target shown in detail: the chosen one, else the optimum; None if neither answered."""
        return next((name for name in (self.chosen, OPTIMAL) if name in self.assignments), None)

    def labels(self) -> dict[str, str]:
        """Member id -> its unique short name."""
        return member_labels([(member.id, member.client_id) for member in self.group.members])


def read_audit(directory: Path, most_groups: int = KEPT_WORST) -> Audit | None:
    """The audit in `directory`, or None. Of a large one, the `most_groups` worst groups are read with all answers."""
    path = directory / RESULTS
    if not path.exists():
        return None
    origin = read_file(directory / RECORD, FORMAT, partial(read_record, AuditOrigin)) or AuditOrigin()
    rows = read_group_rows(path)
    # An audit of bad lines alone has no summary.
    summary = summary_of(read_tables(directory / SUMMARY)) if rows else NO_GROUPS
    wanted = None if summary.rows <= MOST_ROWS else [row.index for row in rows[:most_groups]]
    names = {row.index: row.group for row in rows}
    light = _read(path, LIGHT_COLUMNS, "index", wanted)
    found = [row_of(columns | {"group": names[columns["index"]]}) for columns in light]
    unreadable, bad_lines = read_bad_lines(directory / ERRORS, MOST_UNREADABLE)
    return Audit(
        origin=origin,
        rows=rows,
        groups=tuple(tuple(answers) for _, answers in groupby(found, key=attrgetter("index"))),
        summary=summary,
        unreadable=unreadable,
        bad_lines=bad_lines,
    )


def _read(
    path: Path, columns: Sequence[str], where: str, wanted: Sequence[object] | None, batch_size: int = 4096
) -> list[dict[str, Any]]:
    """These columns, in the order of the input; or only rows with a `wanted` value. A bad table raises `AssayError`."""
    from pyarrow import ArrowException
    from pyarrow.dataset import dataset, field

    if path.is_file():
        raise AssayError(f"{path}: a file, as older releases wrote it: run the audit again")
    chosen = None if wanted is None else field(where).isin(list(wanted))
    try:
        found = dataset(path, format="parquet")
        missing = set(LIGHT_COLUMNS) - set(found.schema.names)
        if missing:
            raise AssayError(f"{path}: no column {min(missing)!r}: expected the table of `assay audit`")
        rows = found.to_table(columns=list(columns), filter=chosen, batch_size=batch_size).to_pylist()
    except (ArrowException, OSError) as wrong:
        raise AssayError(f"{path}: {str(wrong).splitlines()[0]}: expected the table of `assay audit`") from None
    # Spark writes the parts of the table in any order. The rows of a group stay together.
    return sorted(rows, key=itemgetter("index"))


def read_group_rows(path: Path) -> tuple[AuditRow, ...]:
    """All groups, the worst first. Of the table only today's rows are read, and of them only what a row shows."""
    return sort_groups(map(row_of, _read(path, GROUP_COLUMNS, "target", [TODAY])))


def sort_groups(today: Iterable[AuditRow]) -> tuple[AuditRow, ...]:
    """The rows of today, the worst first. If two groups have the same name, the place where each was read is added."""
    rows = sorted(today, key=lambda row: (*(-part for part in row.badness or ()), row.index))
    times = Counter(row.group for row in rows)
    for row in rows:
        if times[row.group] > 1:
            line = f"#{row.index}" if holds_many(row.file) else ""
            row.group = f"{row.group} ({row.file}{line if row.line is None else f':{row.line}'})"
    return tuple(rows)


def read_pages(directory: Path, groups: Sequence[tuple[AuditRow, ...]], order: Sequence[str]) -> list[GroupPage]:
    """These groups in full, with their answers in this `order` of targets."""
    if not groups:
        return []
    wanted = [group[0].index for group in groups]
    # In small batches, because an assignment may be large.
    rows = groupby(_read(directory / RESULTS, _WHOLE, "index", wanted, batch_size=512), key=itemgetter("index"))
    whole = {index: {row["target"]: row for row in answers} for index, answers in rows}
    return [_page_of(answers, whole[answers[0].index], order) for answers in groups]


def _page_of(answers: Sequence[AuditRow], rows: Mapping[str, Mapping[str, Any]], order: Sequence[str]) -> GroupPage:
    plan = rows[TODAY]["weighted_plan"]
    place = {target: number for number, target in enumerate(order)}
    return GroupPage(
        answers=tuple(sorted(answers, key=lambda answer: place.get(answer.target, len(place)))),
        group=group_from_json(json.loads(rows[TODAY]["document"])),
        assignments={target: json.loads(row["assignment"]) for target, row in rows.items() if row["assignment"]},
        weighted_plan=None if plan is None else json.loads(plan),
    )
