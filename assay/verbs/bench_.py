"""`assay bench`: measure time, memory and quality of any targets, on one grid of groups."""

from __future__ import annotations

import argparse
import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.files.out_folder import make_folder
from assay.options import add_options, asking_words, option_words
from assay.terminal.output import emit, emit_json, note, progress_display
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries

if TYPE_CHECKING:
    from kafka_assay.benchmarks.bench.bench_record import BenchRecord
    from kafka_assay.benchmarks.bench.bench_run import BenchPlan, BenchRun
    from kafka_assay.benchmarks.workload import Workload

CALL_TIMEOUT = 120.0
SIZES = ("small", "medium", "large")

HOSTED = (
    "kafka-python:range",
    "kafka-python:sticky",
    "aiokafka:range",
    "aiokafka:roundrobin",
    "aiokafka:sticky",
)
"""
The clients that are measured by default.

kafka-python's round-robin is not: it raises an exception if subscriptions are unequal (finding kafka-python-1), and a
missing answer is exit code 3.
"""


def _parse_member_counts(text: str) -> tuple[int, ...]:
    if not all(part.isdecimal() and int(part) > 0 for part in text.split(",")):
        raise argparse.ArgumentTypeError(f"{text!r}: expected numbers of members such as 100,1000")
    return tuple(sorted(int(part) for part in text.split(",")))


def _parse_workload(text: str) -> Workload:
    from kafka_assay.benchmarks.workload import parse_workload

    try:
        return parse_workload(text)
    except (ValueError, ZeroDivisionError):
        tip = "PARTITIONSxMEMBERSxTOPICS-SUBSCRIPTIONS-EVENT, such as 1000x100x10-HOMOGENEOUS-LEAVE_ONE"
        raise argparse.ArgumentTypeError(f"{text!r}: expected {tip}") from None


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help="(default: all references, kafka-python and aiokafka)"
    )
    parser.add_argument(
        "--size",
        choices=SIZES,
        default=SIZES[0],
        help="groups of up to 100, 1,000 or 10,000 members with 10 partitions each (default small)",
    )
    parser.add_argument(
        "--members", type=_parse_member_counts, metavar="N,N", help="these numbers of members instead of --size"
    )
    parser.add_argument(
        "--workload",
        action="append",
        type=_parse_workload,
        metavar="NAME",
        help="only this group instead of --size, such as 1000x100x10-HOMOGENEOUS-LEAVE_ONE (may be repeated)",
    )
    parser.add_argument(
        "--memory",
        action="store_true",
        help="also measure the peak memory: each answer comes from a process of its own",
    )
    add_options(parser, "--setting", "--call-timeout", "--seed", "--json", call_timeout=CALL_TIMEOUT)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write bench.json, bench.md and pytest-benchmark's benchmark.json to DIR",
    )
    parser.add_argument(
        "--benchmark-compare",
        type=Path,
        metavar="FILE",
        help="compare with an earlier benchmark.json, as pytest-benchmark does",
    )
    parser.add_argument("--without-oracle", action="store_true", help="do not time the solver of the optimum")


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.benchmarks.bench.bench_run import run_bench

    require_libraries("assay bench", "pytest_benchmark", "scipy")
    if args.benchmark_compare is not None and not args.benchmark_compare.is_file():
        raise AssayError(f"--benchmark-compare {args.benchmark_compare}: no such file")
    make_folder(args.out)
    plan = _plan(args)
    with progress_display(quiet=args.json) as bar:
        task = bar.add_task("timing", total=len(plan.workloads) * len(plan.targets))

        def tick(_point: str) -> None:
            bar.advance(task)

        run = run_bench(plan, tick)
    _write(args, run)
    if run.record.interrupted:
        note("assay: interrupted")
        return ExitCode.INTERRUPTED
    return _exit_code(run.record)


def _plan(args: argparse.Namespace) -> BenchPlan:
    from kafka_assay.assignors.registry import default_names
    from kafka_assay.benchmarks.bench.bench_grid import MEMBERS, BenchSize, bench_grid
    from kafka_assay.benchmarks.bench.bench_run import BenchPlan
    from kafka_assay.benchmarks.bench.bench_session import ORACLE

    targets = args.targets or [*default_names(), *HOSTED]
    return BenchPlan(
        targets=(*targets, *(() if args.without_oracle else (ORACLE,))),
        workloads=tuple(args.workload or bench_grid(args.members or MEMBERS[BenchSize(args.size)])),
        seed=args.seed,
        call_timeout=args.call_timeout,
        settings=args.settings,
        memory=args.memory,
        command=_command(args),
        json=None if args.out is None else args.out / "benchmark.json",
        compare=args.benchmark_compare,
    )


def _write(args: argparse.Namespace, run: BenchRun) -> None:
    from kafka_assay.benchmarks.bench.bench_record import bench_document
    from kafka_assay.reports.bench.timings import timing_text

    document, text = bench_document(run.record), timing_text(run.record)
    if args.out:
        (args.out / "bench.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        (args.out / "bench.md").write_text(text + "\n", encoding="utf-8")
        note(f"wrote {args.out / 'bench.json'} and bench.md. For charts: assay report {args.out}")
    if args.json:
        emit_json(document)
        return
    emit(text)
    if run.comparison:
        emit("\n" + run.comparison)


def _exit_code(record: BenchRecord) -> ExitCode:
    """Broken if an answer was wrong; undecided if one is missing for a group that the client can express."""
    from kafka_assay.benchmarks.bench.bench_record import is_refused

    if any(point.broken for point in record.points):
        return ExitCode.BROKEN
    unanswered = any(point.error and not is_refused(point) for point in record.points)
    return ExitCode.UNDECIDED if unanswered else ExitCode.KEPT


def _command(args: argparse.Namespace) -> str:
    words = ["assay", "bench", *args.targets]
    if args.workload:
        words += option_words("--workload", list(map(str, args.workload)))
    else:
        words += ["--members", ",".join(map(str, args.members))] if args.members else ["--size", args.size]
    words += ["--seed", str(args.seed), *asking_words(args, CALL_TIMEOUT)]
    words += ["--memory"] * args.memory + ["--without-oracle"] * args.without_oracle
    return shlex.join(words)


COMMAND = Command(
    example="assay bench sticky kafka-python:sticky --size medium --memory --out out/bench",
    add_options=_add_options,
    run=_run,
)
