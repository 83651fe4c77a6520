"""
`assay audit`: real groups, how far each is from the optimum, and what each assignor would do, on Spark into Parquet.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.files.inputs import group_files
from assay.options import add_call_timeout
from assay.terminal.output import emit, emit_json, note, progress_display
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.reports.wording.group_standing import standing_sentence
from kafka_assay.reports.wording.safe_names import escape_unprintable

if TYPE_CHECKING:
    import argparse

    from kafka_assay.pipeline.audit.audit_run import AuditPlan, FinishedAudit
    from kafka_assay.pipeline.audit.summary import GroupStanding

MASTER = "Spark's master (default: local[*], the cores of this machine); loop: without Spark, one group after another"

FAIL = (
    "exit 1 when a group breaks a law of all today (a partition with two owners or without any, not existing or not "
    "subscribed), or when its loads are less even than the best possible. Without it today's faults are data"
)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="+", help="groups: .json, .jsonl (one a line), folders of both")
    parser.add_argument("--out", metavar="DIR", required=True, help="where results.parquet and audit.json are left")
    parser.add_argument("--master", metavar="URL", help=MASTER)
    parser.add_argument(
        "--targets",
        metavar="NAME,...",
        action="append",
        default=[],
        help="more than the references: python:module:Class, kafka-python:sticky ...; repeat it for an exec: command",
    )
    add_call_timeout(parser, 60.0)
    parser.add_argument("--fail", action="store_true", help=FAIL)


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.pipeline.audit.audit_run import run_audit
    from kafka_assay.pipeline.audit.group_lines import read_lines

    require_libraries("assay audit", "pyarrow", *([] if args.master == "loop" else ["pyspark"]))
    plan = _plan(args)
    with progress_display(quiet=args.json) as display:
        total = sum(1 for _ in read_lines(plan.files))
        bar = display.add_task("groups", total=total)
        done = run_audit(plan, Path(args.out), lambda groups: display.advance(bar, groups))
    _show(done, as_json=args.json)
    return _exit_code(done, fail=args.fail)


def _plan(args: argparse.Namespace) -> AuditPlan:
    from kafka_assay.assignors.hosted.process.limits import Limits
    from kafka_assay.assignors.hosted.targets.opening import TargetText
    from kafka_assay.pipeline.audit.audit_run import AuditPlan

    limits = Limits(call_seconds=args.call_timeout)
    out = Path(args.out).resolve()
    # `assay audit . --out out` twice: what the first run left is no group.
    files = [file for file in group_files(args.paths) if file in args.paths or out not in Path(file).resolve().parents]
    return AuditPlan(
        files=tuple(files),
        targets=tuple(TargetText(text=text, seed=args.seed, limits=limits) for text in _target_names(args.targets)),
        master=args.master,
        seed=args.seed,
        command=("assay", *sys.argv[1:]),
    )


def _target_names(given: list[str]) -> list[str]:
    """The names in `--targets`, split at commas; a command (`exec:`) may hold commas and stands alone."""
    found: list[str] = []
    for text in given:
        found += [text] if text.startswith("exec:") else [name.strip() for name in text.split(",") if name.strip()]
    return found


def _show(done: FinishedAudit, *, as_json: bool) -> None:
    tally, record = done.tally, done.record
    worst = tally.worst_first()
    if as_json:
        emit_json(
            {**record, "out": str(done.out), **_counts(done), "worst": [_standing_record(group) for group in worst]}
        )
    else:
        for group in worst:
            # A group's name is any text; a sentence is one line.
            emit(f"{escape_unprintable(group.group)}: {standing_sentence(group)}")
        rest = tally.broken + tally.behind - len(worst)
        if rest:
            emit(f"... and {rest:,} more groups that break a law or could be more even")
        emit(_headline(done))
        emit(f"{done.out / 'results.parquet'}: {tally.rows:,} rows. Pictures: assay report {os.fspath(done.out)}")
    took = record["seconds"]
    groups = "1 group" if tally.groups == 1 else f"{tally.groups:,} groups"
    note(f"{groups} in {took['work']:.1f} s on {record['master']}, started in {took['start']:.1f} s")
    if record["interrupted"]:
        note("assay: interrupted; what was finished is on disk")
    if tally.bad_lines:
        more = f" (and {tally.bad_lines - 1} more: {done.out / 'errors.jsonl'})" if tally.bad_lines > 1 else ""
        note(f"assay: {tally.first_bad}{more}")


def _headline(done: FinishedAudit) -> str:
    tally = done.tally
    parts = [
        f"{'1 group' if tally.groups == 1 else f'{tally.groups:,} groups'}: {tally.even:,} as even as possible today",
        f"{tally.behind:,} could be more even",
    ]
    if tally.broken:
        parts.append(f"{tally.broken:,} with partitions that nobody or two members own, or that do not exist for them")
    if tally.undecided:
        parts.append(f"{tally.undecided:,} without a proven optimum")
    return ", ".join(parts) + "."


def _counts(done: FinishedAudit) -> dict[str, int]:
    return {"broken": done.tally.broken, "behind": done.tally.behind, "undecided": done.tally.undecided}


def _standing_record(group: GroupStanding) -> dict[str, Any]:
    return {
        "index": group.index,
        "group": group.group,
        "members": group.members,
        "partitions": group.partitions,
        "loads": list(group.loads),
        "optimal_loads": None if group.optimal_loads is None else list(group.optimal_loads),
        "moves_needed": group.moves_needed,
        "broken": list(group.broken),
        "sentence": f"{group.group}: {standing_sentence(group)}",
    }


def _exit_code(done: FinishedAudit, *, fail: bool) -> ExitCode:
    if done.record["interrupted"]:
        return ExitCode.INTERRUPTED
    if done.tally.bad_lines:
        return ExitCode.WRONG_QUESTION
    if fail and (done.tally.broken or done.tally.behind):
        return ExitCode.BROKEN
    return ExitCode.UNDECIDED if done.tally.undecided else ExitCode.KEPT


COMMAND = Command(
    example="assay audit captures --out out && assay report out",
    add_options=_add_options,
    run=_run,
)
