"""The options of `assay compare`: declared, checked, and written back as a command."""

from __future__ import annotations

import argparse
import os
import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from assay.options import add_options, asking_words, option_words, parse_seconds, parse_whole_number
from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.extras import require_libraries

if TYPE_CHECKING:
    from kafka_assay.assignors.model import Group
    from kafka_assay.benchmarks.comparison.comparison_record import Comparison
    from kafka_assay.benchmarks.comparison.comparison_run import ComparisonOptions

CALL_TIMEOUT = 2.0
CASES = 2_000
TIMED_MEMBERS = (10, 30, 100)
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


def add_comparison_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the verb."""
    parser.add_argument("base", metavar="BASE", help="the old target, or its record (base.json); with --git the target")
    parser.add_argument("candidate", metavar="CANDIDATE", nargs="?", help="the new target, or its record")
    parser.add_argument("--git", metavar="BASE..CANDIDATE", help="compare a python: target at two revisions")
    add_options(parser, "--inputs")
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
    parser.add_argument("--master", metavar="URL", help="the Spark master that judges the groups, such as local[*]")
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
    add_options(parser, "--setting", "--call-timeout", "--seed", "--json", call_timeout=CALL_TIMEOUT)
    parser.add_argument("--format", choices=FORMATS, default="markdown", help="the output (default markdown)")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write compare.json, compare.md, junit.xml, both records and the cases"
    )


def check_comparison_options(args: argparse.Namespace) -> None:
    """Raise `AssayError` for a wrong name or number, or for options that exclude each other."""
    from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES
    from kafka_assay.properties.input_families import family_called

    args.json = args.json or args.format == "json"
    if args.git is None and args.candidate is None:
        raise AssayError("the following arguments are required: CANDIDATE (see assay compare --help)")
    if args.git is not None and args.candidate is not None:
        raise AssayError("--git: expected one target, which is compared with itself at two revisions")
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
    _check_master(args)
    if args.jobs is not None and args.jobs < 1:
        raise AssayError(f"--jobs {args.jobs}: expected at least 1")


def _check_master(args: argparse.Namespace) -> None:
    from kafka_assay.pipeline.spark.session import check_master

    if args.master is None:
        return
    require_libraries("assay compare --master", "pyarrow", "pyspark")
    check_master(args.master)
    for name in ("seconds", "jobs"):
        if getattr(args, name) is not None:
            raise AssayError(f"--{name}: cannot be used with --master")


def chosen_families(args: argparse.Namespace) -> list[str]:
    """The input families to compare on."""
    from kafka_assay.properties.input_families import FAMILIES

    return list(dict.fromkeys(args.inputs or FAMILIES))


def number_of_cases(args: argparse.Namespace) -> int | None:
    """The number of cases; None if the time decides."""
    if args.seconds is not None:
        return None
    if args.examples is not None:
        return int(args.examples) * len(chosen_families(args))
    return CASES if args.cases is None else int(args.cases)


def tolerances_of(args: argparse.Namespace) -> dict[str, float]:
    """The tolerance of each measure."""
    from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES

    return {**TOLERANCES, **dict(args.tolerance)}


def comparison_options(args: argparse.Namespace) -> ComparisonOptions:
    """The limits, workloads and tolerances of a comparison of two targets."""
    from kafka_assay.benchmarks.comparison.case_judging import JudgingLimits
    from kafka_assay.benchmarks.comparison.comparison_run import SHRINKING_SECONDS, ComparisonOptions
    from kafka_assay.benchmarks.side_by_side import SECONDS

    whole = float("inf") if args.seconds is None else args.seconds
    jobs = args.jobs or os.cpu_count() or 1
    return ComparisonOptions(
        limits=JudgingLimits(cases=number_of_cases(args), seconds=whole * JUDGING, jobs=jobs),
        workloads=timed_groups(args.seed),
        tolerances=tolerances_of(args),
        timing_seconds=min(SECONDS, whole * TIMING),
        shrinking_seconds=min(SHRINKING_SECONDS, whole * SHRINKING),
        keeps_records=args.out is not None,
        master=args.master,
    )


def timed_groups(seed: int) -> list[dict[str, Group]]:
    """The groups whose time is compared, in ascending sizes: a fresh start, and one member left."""
    from kafka_assay.benchmarks.workload import Workload, WorkloadEvent
    from kafka_assay.benchmarks.workload_group import build_group

    sizes = [
        [
            Workload(member_count=members, partitions_to_member_ratio=10, topic_count=10, event=event)
            for event in (WorkloadEvent.FULL, WorkloadEvent.LEAVE_ONE)
        ]
        for members in TIMED_MEMBERS
    ]
    return [{str(workload): build_group(workload, seed) for workload in size} for size in sizes]


def comparison_command(
    args: argparse.Namespace, record: Comparison, *, of_records: bool, revisions: str | None = None
) -> str:
    """
    The command that repeats the comparison on the same cases, also where the time decided how many.

    After an interrupt before the first result it is the whole comparison.
    `revisions` names the commits of `--git`, because a name such as HEAD is another commit later.
    """
    words = ["assay", "compare", *(["--git", revisions] if revisions else []), args.base]
    words += [] if args.candidate is None else [args.candidate]
    if not of_records:
        if args.examples is not None:
            words += ["--examples", str(args.examples)]
        else:
            compared = record.groups + sum(one.groups for one in record.cannot_be_asked)
            cases = compared or number_of_cases(args)
            words += ["--seconds", f"{args.seconds:g}"] if cases is None else ["--cases", str(cases)]
        words += ["--seed", str(args.seed), *option_words("--inputs", args.inputs), *asking_words(args, CALL_TIMEOUT)]
    for measure, limit in args.tolerance:
        words += ["--tolerance", f"{measure}={limit}"]
    if args.accepted is not None:
        words += ["--accepted", str(args.accepted)]
    return shlex.join(words)
