"""Audits for the tests of reports: records made from rows, and real ones made from group files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from kafka_assay.assignors.formats.codec import batch_of
from kafka_assay.assignors.model import Group, Member
from kafka_assay.pipeline.audit.audit_row import AuditRow, LawWord
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
from kafka_assay.pipeline.audit.audit_summary import STATEMENTS, AssignorTally, summary_of
from kafka_assay.pipeline.audit.group_audit import LawChoice, add_grades
from kafka_assay.pipeline.sums import sums_by_duckdb
from kafka_assay.reports.audit.records import Audit, AuditOrigin, sort_groups

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


def answer(target: str, squares: int | None = 8, moves: int | None = 0, **others: Any) -> AuditRow:
    """Return an answer with two members' loads, at the optimum by default."""
    given: dict[str, Any] = {
        "version": "1", "loads": [2, 2], "unassigned": 0, "topic_spread": 0.0, "host_spread": 0,
        "seconds": 0.001, "index": 0, "file": "groups.jsonl", "line": 1, "group": "",
    }  # fmt: skip
    return AuditRow(target=target, sum_of_squares=squares, moves=moves, **{**given, **others})


def broken(law: str, expected: str | None = None, facts: dict[str, Any] | None = None) -> LawWord:
    """Return a law that an answer breaks."""
    return LawWord(law=law, verdict="broken", expected=expected, facts=json.dumps(facts or {}))


def audited_pair(index: int, name: str, *answers: AuditRow, **others: Any) -> tuple[AuditRow, ...]:
    """Return the rows of a group of two members and four partitions. The first answer is the present assignment."""
    shared: dict[str, Any] = {
        "index": index, "line": index + 1, "group": name, "members": 2, "partitions": 4, "optimal_loads": [2, 2],
        "optimal_sum_of_squares": 8, "optimal_moves": 1, "strategy": None, "state": None,
    }  # fmt: skip
    today = {"loads": [1, 3], "unassigned": 0} | others
    return (
        replace(answers[0], **shared | today),
        *(replace(one, **{key: others.get(key, value) for key, value in shared.items()}) for one in answers[1:]),
    )


def audit(*groups: tuple[AuditRow, ...]) -> Audit:
    """Return an audit of these groups, as if it had been read back from its records."""
    rows = [[replace(row) for row in group] for group in groups]
    for group in rows:
        add_grades(group)
    batch = batch_of(AuditRow, [row for group in rows for row in group])
    overview = sort_groups(replace(group[0]) for group in rows)
    names = {row.index: row.group for row in overview}
    return Audit(
        origin=AuditOrigin(),
        rows=overview,
        groups=tuple(tuple(replace(row, group=names[row.index]) for row in group) for group in rows),
        summary=summary_of(sums_by_duckdb(pa.Table.from_batches([batch]), STATEMENTS)),
        unreadable=(),
        bad_lines=0,
    )


def tally_all(found: Audit) -> list[AssignorTally]:
    """Return the tallies in the order of the report."""
    return found.summary.in_order()


def running(present: str | None, stem: str = "pay-0-") -> Group:
    """A group that runs this reference; its member ids begin with `stem`."""
    if present is None or not present.startswith("server-"):
        return Group(topics=(), members=(Member(id=f"{stem}1", subscription=()),), strategy=present)
    return Group(
        topics=(), members=(Member(id="x" * 21 + "A", subscription=()),), strategy=present.removeprefix("server-")
    )
