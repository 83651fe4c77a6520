"""`assay audit`: compare real groups with the optimum and with each assignor's answer, into Parquet."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import Command, ExitCode
from assay.files.inputs import STANDARD_INPUT, group_files, save_standard_input
from assay.opened_targets import target_texts
from assay.options import CALL_OF_GIVEN, CHANGES, TARGET_HELP, add_options, add_repeatable, parse_change
from assay.output import emit, emit_json, note, progress_display
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.oracle.weighted.weights import parse_weight_kind
from kafka_assay.pipeline.audit.extra_columns import SECONDS, ExtraColumns, WeighingPlan, seconds_by_work
from kafka_assay.pipeline.spark.hadoop_files import is_remote, local_path
from kafka_assay.reports.wording.safe_names import escape_unprintable
from kafka_assay.reports.wording.words import quantity, run_place

if TYPE_CHECKING:
    from kafka_assay.pipeline.audit.audit_run import AuditPlan, FinishedAudit

FAIL = (
    "exit 1 if a captured assignment is invalid (a partition has two owners or none, does not exist, or is not "
    "subscribed) or less balanced than possible. Rebalancing groups are not judged. Without --fail such faults "
    "are only recorded"
)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="groups: .json files, .jsonl files (one group per line), folders and patterns of both, - for stdin (saved "
        "in DIR first); Spark also reads hdfs://, s3a:// and any other scheme that it has a library for",
    )
    add_options(parser, "--out", required=True)
    also = f"also compare with this one, beside the reference assignors: {TARGET_HELP}"
    add_repeatable(parser, "--target", "TARGET", also)
    add_options(parser.add_argument_group("a change, whose cost goes into the column what_if"), *CHANGES)
    add_options(
        parser,
        "--laws",
        "--weights",
        "--seconds",
        "--master",
        seconds=f"{SECONDS:g} with --weights; for many groups down to {SECONDS / 10:g}",
    )
    add_options(parser, "--setting", "--call-timeout", "--json", call_timeout=CALL_OF_GIVEN)
    parser.set_defaults(laws="default")
    parser.add_argument("--fail", action="store_true", help=FAIL)


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.pipeline.audit.audit_run import run_audit

    require_libraries("assay audit", "pyarrow")
    plan = _plan(args)
    with progress_display(quiet=args.json) as display:
        bar = display.add_task("groups", total=None)
        done = run_audit(plan, args.out, lambda groups, total: display.update(bar, completed=groups, total=total))
    if args.json:
        from kafka_assay.reports.audit.overview import audit_summary

        emit_json({**done.record, "out": str(done.out), **audit_summary(done.summary)})
    else:
        _show_lines(done)
    _note_run(done)
    return _exit_code(done, fail=args.fail)


def _plan(args: argparse.Namespace) -> AuditPlan:
    from kafka_assay.pipeline.audit.audit_run import AuditPlan
    from kafka_assay.pipeline.audit.group_audit import LawChoice

    files = tuple(_input_files(args.paths, args.out.resolve()))
    return AuditPlan(
        files=files,
        laws=LawChoice(args.laws),
        targets=target_texts(args, args.target),
        settings=args.settings,
        master=args.master,
        extras=ExtraColumns(change=parse_change(args) or None, weights=_weighing_plan(args, files)),
        command=("assay", *sys.argv[1:]),
    )


def _weighing_plan(args: argparse.Namespace, files: Sequence[str]) -> WeighingPlan | None:
    """The weights to balance; None without `--weights`. Raises `AssayError` if they are unknown."""
    if args.weights is None:
        if args.seconds is not None:
            raise AssayError(f"--seconds {args.seconds:g}: needs --weights")
        return None
    require_libraries("assay audit --weights", "ortools", "scipy")
    by = parse_weight_kind(args.weights)
    local = [Path(file).stat().st_size for file in files if not is_remote(file) and Path(file).exists()]
    seconds = seconds_by_work(sum(local) if len(local) == len(files) else None)
    return WeighingPlan(by=by, seconds=seconds if args.seconds is None else args.seconds)


def _input_files(paths: list[str], out: Path) -> list[str]:
    """The local files that `paths` name, each once, and Hadoop URIs as they are, in order."""
    found: dict[str | Path, str] = {}
    for path in paths:
        if path == STANDARD_INPUT or is_remote(path):
            name = str(save_standard_input(out)) if path == STANDARD_INPUT else path
            found[name] = name
            continue
        here = local_path(path)
        for file in group_files([here]):
            real = Path(file).resolve()
            # `assay audit . --out out` twice: the output of the first run is not input.
            if file == here or out not in real.parents:
                found.setdefault(real, file)
    return list(found.values())


def _note_run(done: FinishedAudit) -> None:
    record = done.record
    took, bad_lines = record["seconds"], record["bad_lines"]
    groups, where = quantity(record["groups"], "group"), run_place(record["master"], record["cores"])
    note(f"{groups} in {took['work']:.1f} s {where}, started in {took['start']:.1f} s")
    if record["weight_seconds"] is not None:
        note(f"{record['weight_seconds']:.2g} s for the best plan by {record['weights']} of each group (--seconds)")
    if record["interrupted"]:
        note("assay: interrupted; finished work is on disk")
    if done.first_bad is not None:
        more = f" (and {bad_lines - 1} more: {done.out / 'errors'})" if bad_lines > 1 else ""
        note(f"assay: {done.first_bad.place}: {done.first_bad.why}{more}")
    page = done.out / "index.html"
    if page.exists():
        note(f"{page} shows an earlier audit: assay report {done.out} writes it anew")
    number, reason = done.impossible
    if number:
        note(f"assay: no what-if for {number:,} of {groups}, such as: {reason}")


def _show_lines(done: FinishedAudit) -> None:
    from kafka_assay.pipeline.audit.audit_row import RESULTS
    from kafka_assay.reports.audit.overview import summary_lines
    from kafka_assay.reports.audit.records import read_group_rows
    from kafka_assay.reports.audit.weight_blocks import weight_sentence
    from kafka_assay.reports.render.blocks import words_of

    weights = done.record["weights"]
    by_weight = weight_sentence(read_group_rows(done.out / RESULTS), weights) if weights and done.summary.groups else ""
    for line in summary_lines(done.summary, by_weight):
        # A group's name can contain line breaks; a sentence is one line.
        emit(escape_unprintable(words_of(line)))
    emit(f"{done.out / RESULTS}: {done.summary.rows:,} rows. Pictures: assay report {os.fspath(done.out)}")


def _exit_code(done: FinishedAudit, *, fail: bool) -> ExitCode:
    if done.record["interrupted"]:
        return ExitCode.INTERRUPTED
    if done.record["bad_lines"]:
        return ExitCode.USAGE_ERROR
    if fail and done.summary.bad:
        return ExitCode.BROKEN
    return ExitCode.UNDECIDED if done.summary.without_optimum else ExitCode.KEPT


COMMAND = Command("assay audit captures --out out && assay report out", _add_options, _run)
