"""
The records of an audit, read back: first what the overview needs, then all of a few groups.

An audit may hold thousands of groups, and most of them are one row of a report. So assignments and the groups
themselves are read only for the groups that get a page.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.pipeline.audit.audit_row import ERRORS, LIGHT_COLUMNS, RECORD, RESULTS, TODAY, AuditRow, LawWord
from kafka_assay.pipeline.audit.summary import GroupStanding, standing_of
from kafka_assay.reports.render.documents import read_record
from kafka_assay.reports.wording.sentences import explain_facts, why_it_matters
from kafka_assay.reports.wording.short_names import FULL_IDS, ShortNames

_WHOLE = ("index", "target", "assignment", "document")
_SHARED = ("index", "file", "line", "members", "partitions", "optimal_sum_of_squares", "optimal_moves")
"""The columns with the same value in all rows of a group."""


def explain_law(law_word: LawWord, names: ShortNames = FULL_IDS) -> str:
    """The facts in sentences."""
    return explain_facts(law_word.law, json.loads(law_word.facts), names)


def stakes_of(law_word: LawWord) -> str:
    """What the breach means for the users of the group."""
    return why_it_matters(law_word.law, json.loads(law_word.facts))


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditedAnswer(AuditRow):
    """A row of the table. Of its loads, which may be many, only the least and the most are read."""

    target: str
    least: int | None = None
    most: int | None = None

    def broken_laws(self) -> tuple[str, ...]:
        """The broken laws, without declared failures."""
        return tuple(
            law_word.law for law_word in self.laws if law_word.verdict == "broken" and law_word.expected is None
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditedGroup:
    """A group with its answers, today's first. `standing` is its state today; `name` is unique in the audit."""

    index: int
    file: str
    line: int | None
    name: str
    members: int
    partitions: int
    optimal_sum_of_squares: int | None
    optimal_moves: int | None
    standing: GroupStanding
    answers: tuple[AuditedAnswer, ...]

    @property
    def today(self) -> AuditedAnswer:
        """The row of the captured assignment."""
        return self.answers[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditOrigin:
    """How an audit was made, as far as its `audit.json` says."""

    command: tuple[str, ...] = ()
    seed: int | None = None
    master: str | None = None
    cores: int | None = None
    versions: Mapping[str, str | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableLine:
    """A line that held no group: its place and its error."""

    file: str
    line: int | None
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """A whole audit without details. The groups are in the order in which they were read."""

    origin: AuditOrigin
    groups: tuple[AuditedGroup, ...]
    unreadable: tuple[UnreadableLine, ...]

    def targets(self) -> list[str]:
        """The targets with answers, in the order asked, without today's."""
        targets = dict.fromkeys(answer.target for group in self.groups for answer in group.answers)
        return [target for target in targets if target != TODAY]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupDetails:
    """All of one group: the group itself, and the assignments by target."""

    group: Group
    assignments: Mapping[str, Assignment]


def read_audit(directory: Path) -> Audit | None:
    """The audit whose records are in `directory`; None if there are none."""
    path = directory / RESULTS
    if not path.exists():
        return None
    groups = [_read_group(list(rows)) for _, rows in groupby(_read_rows(path), key=itemgetter("index"))]
    return Audit(
        origin=_read_origin(directory / RECORD),
        groups=make_names_unique(groups),
        unreadable=_read_unreadable(directory / ERRORS),
    )


def make_names_unique(groups: Sequence[AuditedGroup]) -> tuple[AuditedGroup, ...]:
    """The groups with unique names. If two have the same name, the place where each was read is added."""
    times = Counter(group.name for group in groups)
    return tuple(group if times[group.name] == 1 else replace(group, name=_name_with_place(group)) for group in groups)


def _name_with_place(group: AuditedGroup) -> str:
    return f"{group.name} ({group.file}{'' if group.line is None else f':{group.line}'})"


def _read_rows(path: Path) -> Iterable[dict[str, Any]]:
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(path) as file:
            missing = set(LIGHT_COLUMNS) - set(file.schema_arrow.names)
            if missing:
                raise AssayError(f"{path}: no column {min(missing)!r}: expected the table of `assay audit`")
            for batch in file.iter_batches(batch_size=2048, columns=list(LIGHT_COLUMNS)):
                yield from batch.to_pylist()
    except (ArrowException, OSError) as wrong:
        raise AssayError(f"{path}: {str(wrong).splitlines()[0]}: expected the table of `assay audit`") from None


def _read_origin(path: Path) -> AuditOrigin:
    if not path.exists():
        return AuditOrigin()
    try:
        return read_record(AuditOrigin, json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, AssayError) as wrong:
        raise AssayError(f"{path}: {wrong}: expected the record of `assay audit`") from None


def _read_unreadable(path: Path) -> tuple[UnreadableLine, ...]:
    if not path.exists():
        return ()
    try:
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
        return tuple(UnreadableLine(file=one["file"], line=one["line"], error=one["message"]) for one in records)
    except (ValueError, TypeError, KeyError) as wrong:
        raise AssayError(f"{path}: {wrong}: expected an `assay-error/1` a line") from None


def _read_group(rows: Sequence[dict[str, Any]]) -> AuditedGroup:
    today = rows[0]
    return AuditedGroup(
        name=today["group"],
        standing=standing_of(today),
        answers=tuple(map(_read_answer, rows)),
        **{column: today[column] for column in _SHARED},
    )


def _read_answer(row: dict[str, Any]) -> AuditedAnswer:
    loads = row["loads"] or (None,)
    laws = tuple(LawWord(**law_word) for law_word in row["laws"] or ())
    return AuditedAnswer(**{**row, "laws": laws, "loads": None, "optimal_loads": None}, least=loads[0], most=loads[-1])


def read_details(directory: Path, indexes: Iterable[int]) -> dict[int, GroupDetails]:
    """The details of the groups with these `indexes`, by index."""
    from pyarrow.parquet import read_table

    ordered = sorted(indexes)
    if not ordered:
        return {}
    table = read_table(directory / RESULTS, columns=list(_WHOLE), filters=[("index", "in", ordered)])
    by_group = groupby(table.to_pylist(), key=itemgetter("index"))
    return {index: _read_group_details(list(rows)) for index, rows in by_group}


def _read_group_details(rows: Sequence[dict[str, Any]]) -> GroupDetails:
    document = next(row["document"] for row in rows if row["target"] == TODAY)
    return GroupDetails(
        group=group_from_json(json.loads(document)),
        assignments={row["target"]: json.loads(row["assignment"]) for row in rows if row["assignment"] is not None},
    )
