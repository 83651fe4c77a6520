"""Audits for the tests of reports: records made from rows, and real ones made from group files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from kafka_assay.assignors.formats.codec import batch_of
from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.pipeline.audit.assignor_tally import AssignorTally, sort_tallies, tallies_of
from kafka_assay.pipeline.audit.audit_laws import LawChoice
from kafka_assay.pipeline.audit.audit_row import AuditRow, LawWord, row_of
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
from kafka_assay.pipeline.audit.grading import Grade, counted_grade, grade
from kafka_assay.pipeline.audit.standing import standing_of
from kafka_assay.pipeline.audit.statements import STATEMENTS
from kafka_assay.pipeline.sums import sums_by_duckdb
from kafka_assay.reports.audit.group_rows import group_rows
from kafka_assay.reports.audit.records import Audit, AuditedAnswer, AuditedGroup, AuditOrigin

CAPTURES = Path(__file__).parents[2] / "captures"

HOSTILE_GROUP = "<script>alert(1)</script>"
HOSTILE_MEMBERS = ("</script><script>alert(2)</script>", "$x^2$ \\frac{", "a|b`c`\n@octocat", "\u202eevil 日本")


def hostile_document() -> dict[str, Any]:
    """Return a group whose names contain markup, formulas, tables and mentions."""
    owned = [{"orders": [0, 1, 2]}, {}, {"orders": [3]}, {}]
    return {
        "format": "assay-group/1",
        "name": HOSTILE_GROUP,
        "topics": {"orders": 4},
        "assumptions": ["every member <b>subscribes</b> to *every* topic"],
        "members": [
            {"id": member, "subscription": ["orders"], "owned": mine}
            for member, mine in zip(HOSTILE_MEMBERS, owned, strict=True)
        ],
    }


def audit_of_real_groups(directory: Path) -> Path:
    """Return the records of three captured groups, a hostile one, and a malformed line."""
    lines = directory / "it's many.jsonl"
    lines.write_text(json.dumps(hostile_document()) + "\n[]\n", encoding="utf-8")
    files = [str(CAPTURES / f"{name}.json") for name in ("g-java-default", "g-java-rr-hetero", "g-empty-classic")]
    out = directory / "out"
    run_audit(
        AuditPlan(
            files=(*files, str(lines)), master="loop", laws=LawChoice.ALL, command=("assay", "audit", "captures")
        ),
        out,
    )
    return out


def audit_of(out: Path, *files: Path) -> Path:
    """Return the folder `out` with the records of an audit of these files."""
    run_audit(AuditPlan(files=tuple(map(str, files)), master="loop"), out)
    return out


def answer(target: str, squares: int | None = 8, moves: int | None = 0, **others: Any) -> AuditedAnswer:
    """Return an answer with two members' loads, at the optimum by default."""
    given: dict[str, Any] = {
        "version": "1", "least": 2, "most": 2, "unassigned": 0, "topic_spread": 0.0, "host_spread": 0, "laws": (),
        "seconds": 0.001, "error": None,
        "index": 0, "file": "groups.jsonl", "line": 1, "group": "",
    }  # fmt: skip
    return AuditedAnswer(target=target, sum_of_squares=squares, moves=moves, **{**given, **others})


def broken(law: str, expected: str | None = None, facts: dict[str, Any] | None = None) -> LawWord:
    """Return a law that an answer breaks."""
    return LawWord(law=law, verdict="broken", expected=expected, facts=json.dumps(facts or {}))


def audited_pair(index: int, name: str, *answers: AuditedAnswer, **others: Any) -> AuditedGroup:
    """Return a group of two members and four partitions. The first answer is the present assignment."""
    today = answers[0]
    row: dict[str, Any] = {
        "index": index, "group": name, "members": 2, "partitions": 4, "loads": [1, 3], "optimal_loads": [2, 2],
        "sum_of_squares": today.sum_of_squares, "optimal_sum_of_squares": 8, "optimal_moves": 1, "unassigned": 0,
        "laws": [word._asdict() for word in today.laws], "error": today.error, "moves": today.moves,
        "target": "today", "file": "groups.jsonl", "line": index + 1, "strategy": None, "state": None,
    } | others  # fmt: skip
    shared = {name: row[name] for name in ("members", "partitions", "optimal_sum_of_squares", "optimal_moves")}
    # Today's figures are on its answer too, so that a table can be made of the answers.
    figures = {key: row[key] for key in ("loads", "optimal_loads", "unassigned", "strategy", "error")}
    given = (replace(today, **figures), *answers[1:])
    return AuditedGroup(
        index=index, file="groups.jsonl", line=index + 1, name=name, **shared, standing=standing_of(row_of(row)),
        answers=tuple(
            replace(one, **shared, state=row["state"], index=index, line=index + 1, group=name) for one in given
        ),
    )  # fmt: skip


def rows_of(group: AuditedGroup) -> list[AuditRow]:
    """Return the rows of the table that hold this group."""
    grades = [grade(one) for one in group.answers]
    assignors = [(one, met) for one, met in zip(group.answers[1:], grades[1:], strict=True) if one.target != OPTIMAL]
    today = replace(
        group.today,
        badness=group.standing.badness,
        best=[one.target for one, met in assignors if met is Grade.OPTIMAL],
        asked=len(assignors),
    )
    rows = (today, *group.answers[1:])
    return [replace(row, grade=counted_grade(row, met)) for row, met in zip(rows, grades, strict=True)]


def audit(*groups: AuditedGroup) -> Audit:
    """Return an audit of these groups, as if it had been read back from its records."""
    batch = batch_of(AuditRow, [row for group in groups for row in rows_of(group)])
    today = batch_of(AuditRow, [rows_of(group)[0] for group in groups])
    rows = group_rows(pa.Table.from_batches([today]))
    names = {row.index: row.name for row in rows}
    return Audit(
        origin=AuditOrigin(),
        rows=rows,
        groups=tuple(replace(group, name=names[group.index]) for group in groups),
        tallies=tallies_of(sums_by_duckdb(pa.Table.from_batches([batch]), STATEMENTS)),
        unreadable=(),
        bad_lines=0,
    )


def tally_all(found: Audit) -> list[AssignorTally]:
    """Return the tallies in the order of the report."""
    return sort_tallies(found.tallies.values())
