"""`assay compare`: compare two targets on the same groups. Is the second worse?"""

from __future__ import annotations

import argparse
import os
import shlex
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import Command
from assay.exit_codes import EXIT_CODES, ExitCode
from assay.files.comparison_files import write_comparison
from assay.files.out_folder import make_folder
from assay.options import (
    INPUTS_HELP,
    add_call_timeout,
    add_config_option,
    asking_words,
    option_words,
    parse_seconds,
    parse_whole_number,
)
from assay.terminal.output import emit, emit_json, note, progress_display
from assay.terminal.refusal import note_refusal
from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.settings import require_taken

if TYPE_CHECKING:
    from assay.files.accepted_file import AcceptedFile
    from kafka_assay.assignors.model import Group
    from kafka_assay.benchmarks.comparison.comparison_record import Comparison
    from kafka_assay.benchmarks.comparison.comparison_run import ComparisonOptions
    from kafka_assay.benchmarks.comparison.side_record import SideRecord
    from kafka_assay.benchmarks.side_by_side import TimedSides

CALL_TIMEOUT = 2.0
CASES = 2_000
FORMATS = ("markdown", "github", "gitlab", "json")
TOLERANCE = "how much worse a measure may be, such as moves=0.1 (may be repeated)"
JUDGING, TIMING, SHRINKING = 0.6, 0.1, 0.2
"""With --seconds: the share of judging, of one of two sittings that time calls, and of the smallest groups."""


def _parse_tolerance(text: str) -> tuple[str, float]:
    measure, _, number = text.partition("=")
    with suppress(ValueError):
        if 0 <= float(number) < float("inf"):
            return measure, float(number)
    raise argparse.ArgumentTypeError(f"{text!r}: expected MEASURE=NUMBER, at least 0, such as moves=0.1")


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("base", metavar="BASE", help="the old target")
    parser.add_argument("candidate", metavar="CANDIDATE", help="the new target")
    parser.add_argument("--inputs", action="append", metavar="FAMILY", help=INPUTS_HELP)
    parser.add_argument(
        "--cases", type=parse_whole_number, metavar="N", help=f"the number of groups and lives (default {CASES:,})"
    )
    parser.add_argument(
        "--seconds", type=parse_seconds, metavar="S", help="seconds for the whole comparison, instead of --cases"
    )
    parser.add_argument(
        "--examples", type=int, metavar="N", help="the same as --cases with N times the number of input families"
    )
    parser.add_argument("--jobs", type=int, metavar="N", help="processes that judge groups (default: all cores)")
    parser.add_argument("--like", metavar="NAME", help="the promises of both, if they declare none")
    parser.add_argument(
        "--tolerance", action="append", type=_parse_tolerance, default=[], metavar="MEASURE=X", help=TOLERANCE
    )
    parser.add_argument(
        "--accepted",
        type=Path,
        metavar="FILE",
        help="accepted regressions: [tool.assay.accepted] in FILE (default: in pyproject.toml)",
    )
    add_config_option(parser)
    add_call_timeout(parser, CALL_TIMEOUT)
    parser.add_argument("--format", choices=FORMATS, default="markdown", help="the output (default markdown)")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write DIR/compare.json, compare.md, junit.xml and DIR/cases/"
    )


def _run(args: argparse.Namespace) -> ExitCode:
    from assay.files.accepted_file import read_accepted

    require_libraries("assay compare", "scipy")
    _check_options(args)
    accepted = read_accepted(args.accepted)
    make_folder(args.out)
    record, _, _ = _compare_targets(args)
    return _report(args, _finish(args, record, accepted))


def _compare_targets(args: argparse.Namespace) -> tuple[Comparison, SideRecord, SideRecord]:
    from kafka_assay.benchmarks.comparison.comparison_run import ComparisonRun
    from kafka_assay.benchmarks.comparison.planning import plan_comparison

    with ExitStack() as stack, progress_display(quiet=args.json) as bar:
        task = bar.add_task("starting", total=_cases(args))
        sides = _open_sides(args, stack)
        plan = plan_comparison(
            sides.base,
            sides.candidate,
            _families(args),
            seed=args.seed,
            like=args.like,
            call_timeout=args.call_timeout,
            settings=args.settings,
        )
        run = ComparisonRun(
            plan=plan,
            sides=sides,
            options=_options(args),
            watch=lambda step, cases: bar.update(task, description=step, completed=cases),
        )
        found = run.run()
    note_refusal(sides.base, sides.candidate)
    return found


def _open_sides(args: argparse.Namespace, stack: ExitStack) -> TimedSides:
    """Both targets, and the base again as the control of the time."""
    from kafka_assay.assignors.hosted.targets.opening import open_target
    from kafka_assay.benchmarks.side_by_side import TimedSides

    settings = args.settings.where_accepted()
    found = []
    for text in (args.base, args.candidate, args.base):
        target = open_target(text, like=args.like, call_timeout=args.call_timeout, seed=args.seed, settings=settings)
        stack.callback(target.close)
        found.append(target)
    require_taken(args.settings, found[:2])
    return TimedSides(*found)


def _check_options(args: argparse.Namespace) -> None:
    """Raise `AssayError` for a wrong name or number, or for options that exclude each other."""
    from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES
    from kafka_assay.properties.strategies.families import family_called

    args.json = args.json or args.format == "json"
    for name in args.inputs or ():
        family_called(name)
    for measure, _ in args.tolerance:
        if measure not in TOLERANCES:
            raise AssayError(f"unknown measure {measure!r}{spelling_tip(measure, TOLERANCES)}")
    given = [name for name in ("cases", "examples", "seconds") if getattr(args, name) is not None]
    if len(given) > 1:
        raise AssayError(f"--{given[0]}: cannot be used with --{given[1]}")
    for name in ("cases", "examples"):
        if getattr(args, name) is not None and getattr(args, name) < 2:
            raise AssayError(f"--{name} {getattr(args, name)}: expected at least 2")
    if args.jobs is not None and args.jobs < 1:
        raise AssayError(f"--jobs {args.jobs}: expected at least 1")


def _families(args: argparse.Namespace) -> list[str]:
    from kafka_assay.properties.strategies.families import FAMILIES

    return list(dict.fromkeys(args.inputs or FAMILIES))


def _cases(args: argparse.Namespace) -> int | None:
    """The number of cases; None if the time decides."""
    if args.seconds is not None:
        return None
    if args.examples is not None:
        return int(args.examples) * len(_families(args))
    return CASES if args.cases is None else int(args.cases)


def _options(args: argparse.Namespace) -> ComparisonOptions:
    from kafka_assay.benchmarks.comparison.case_judging import JudgingLimits
    from kafka_assay.benchmarks.comparison.comparison_run import SHRINKING_SECONDS, ComparisonOptions
    from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES
    from kafka_assay.benchmarks.side_by_side import SECONDS

    whole = float("inf") if args.seconds is None else args.seconds
    return ComparisonOptions(
        limits=JudgingLimits(cases=_cases(args), seconds=whole * JUDGING, jobs=args.jobs or os.cpu_count() or 1),
        workloads=_timed_groups(args.seed),
        tolerances={**TOLERANCES, **dict(args.tolerance)},
        timing_seconds=min(SECONDS, whole * TIMING),
        shrinking_seconds=min(SHRINKING_SECONDS, whole * SHRINKING),
    )


def _timed_groups(seed: int) -> dict[str, Group]:
    from kafka_assay.benchmarks.workload import Workload, WorkloadEvent
    from kafka_assay.benchmarks.workload_group import build_group

    workloads = [
        Workload(member_count=100, partitions_to_member_ratio=10, topic_count=10, event=event)
        for event in (WorkloadEvent.FULL, WorkloadEvent.LEAVE_ONE)
    ]
    return {str(workload): build_group(workload, seed) for workload in workloads}


def _finish(args: argparse.Namespace, record: Comparison, accepted: AcceptedFile) -> Comparison:
    """The record with accepted lines, the sentences of its cases, and the command that repeats it."""
    from kafka_assay.benchmarks.comparison.accepted import accept_regressions
    from kafka_assay.reports.comparison.document import explain_comparison

    version = record.candidate.version
    if accepted.version is not None and not version[:1].isdigit():
        version = accepted.version
    return explain_comparison(accept_regressions(record, accepted.entries, version), _command(args, record))


def _report(args: argparse.Namespace, record: Comparison) -> ExitCode:
    from kafka_assay.reports.comparison.annotations import github_commands, gitlab_issues
    from kafka_assay.reports.comparison.document import comparison_document
    from kafka_assay.reports.comparison.markdown import comparison_markdown

    asking = asking_words(args, CALL_TIMEOUT)
    commands = write_comparison(record, args.out, asking) if args.out else {}
    if args.json:
        emit_json(comparison_document(record))
    elif args.format == "github":
        for line in github_commands(record, None):
            emit(line)
    elif args.format == "gitlab":
        emit_json(gitlab_issues(record, None))
    else:
        emit(comparison_markdown(record, commands).rstrip())
    if record.why:
        note(f"assay: {record.why}")
    if record.interrupted:
        note("assay: interrupted")
        return ExitCode.INTERRUPTED
    return ExitCode.BROKEN if record.stale else EXIT_CODES[record.verdict]


def _command(args: argparse.Namespace, record: Comparison) -> str:
    """The command that repeats the comparison on the same cases, also where the time decided how many."""
    words = ["assay", "compare", args.base, args.candidate]
    if args.examples is not None:
        words += ["--examples", str(args.examples)]
    else:
        refused = sum(one.groups for one in record.cannot_be_asked)
        words += ["--cases", str(record.groups + refused)]
    words += ["--seed", str(args.seed), *option_words("--inputs", args.inputs), *asking_words(args, CALL_TIMEOUT)]
    for measure, limit in args.tolerance:
        words += ["--tolerance", f"{measure}={limit}"]
    if args.accepted is not None:
        words += ["--accepted", str(args.accepted)]
    return shlex.join(words)


COMMAND = Command(
    example="assay compare kafka-python:sticky sticky --out out/compare",
    add_options=_add_options,
    run=_run,
)
