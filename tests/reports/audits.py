"""Audits for the tests of reports: records made from rows, and real ones made from group files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from kafka_assay.pipeline.audit.audit_row import LawWord
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
from kafka_assay.pipeline.audit.summary import standing_of
from kafka_assay.reports.audit.records import Audit, AuditedAnswer, AuditedGroup, AuditOrigin, make_names_unique

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
    run_audit(AuditPlan(files=(*files, str(lines)), master="loop", command=("assay", "audit", "captures")), out)
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
    return AuditedGroup(
        index=index, file="groups.jsonl", line=index + 1, name=name, **shared, standing=standing_of(row),
        answers=tuple(replace(given, **shared, state=row["state"]) for given in answers),
    )  # fmt: skip


def audit(*groups: AuditedGroup) -> Audit:
    """Return an audit of these groups."""
    return Audit(origin=AuditOrigin(), groups=make_names_unique(groups), unreadable=())
