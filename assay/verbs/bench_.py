"""`assay bench`: measure time, memory and quality of any targets, on one grid of groups."""

from __future__ import annotations

import argparse
import os
import shlex
from typing import TYPE_CHECKING

from assay.command import Command, ExitCode
from assay.files.out_folder import make_folder
from assay.options import CALL_OF_GIVEN, add_options, add_targets, asking_words, given_words
from assay.output import emit_result, note, progress_display
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.benchmarks.environment import machine
from kafka_assay.benchmarks.workload import workloads_named

if TYPE_CHECKING:
    from kafka_assay.benchmarks.bench.bench_record import BenchRecord
    from kafka_assay.benchmarks.bench.bench_run import BenchPlan

SIZE = "small"


def _check_workload(text: str) -> str:
    try:
        workloads_named(text)
    except ValueError:
        tip = "PARTITIONSxMEMBERSxTOPICS-SUBSCRIPTIONS-EVENT, such as 1000x100x10-HOMOGENEOUS-LEAVE_ONE"
        raise argparse.ArgumentTypeError(f"{text!r}: expected small, medium, large or {tip}") from None
    return text


def _add_options(parser: argparse.ArgumentParser) -> None:
    usual = "all references, kafka-python, aiokafka and oracle"
    add_targets(parser, f"oracle is the solver of the optimum (default: {usual})")
    parser.add_argument(
        "--workload",
        action="append",
        type=_check_workload,
        metavar="NAME",
        help="groups of up to 100, 1,000 or 10,000 members: small, medium or large; or one group, such as "
        f"1000x100x10-HOMOGENEOUS-LEAVE_ONE (may be repeated; default {SIZE})",
    )
    parser.add_argument(
        "--memory",
        action="store_true",
        help="also measure the peak memory: each answer comes from a process of its own",
    )
    add_options(parser, "--setting", "--call-timeout", "--seed", "--out", "--json", call_timeout=CALL_OF_GIVEN)


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.benchmarks.bench.bench_run import run_bench

    require_libraries("assay bench", "scipy")
    make_folder(args.out)
    plan = _plan(args)
    load, cores = os.getloadavg()[0], machine().cores
    with progress_display(quiet=args.json) as bar:
        task = bar.add_task("timing", total=len(plan.workloads) * len(plan.targets))
        record = run_bench(plan, lambda: bar.advance(task))
    if load > cores / 2:
        note(f"The machine was busy (load {load:.1f} on {cores} cores): times are longer than on an idle one, and vary")
    _write(args, record)
    if record.interrupted:
        raise KeyboardInterrupt
    return _exit_code(record)


def _plan(args: argparse.Namespace) -> BenchPlan:
    from kafka_assay.assignors.registry import default_names
    from kafka_assay.benchmarks.bench.bench_run import CLIENTS, ORACLE, BenchPlan

    named: list[str] = args.workload or [SIZE]
    return BenchPlan(
        targets=tuple(args.targets or [*default_names(), *CLIENTS, ORACLE]),
        workloads=tuple(dict.fromkeys(workload for name in named for workload in workloads_named(name))),
        seed=args.seed,
        call_timeout=args.call_timeout,
        settings=args.settings,
        memory=args.memory,
        command=_command(args, named),
    )


def _write(args: argparse.Namespace, record: BenchRecord) -> None:
    from kafka_assay.benchmarks.bench.bench_record import bench_document
    from kafka_assay.properties.records.typed_record import write_document
    from kafka_assay.reports.views.bench import bench_blocks, bench_text

    document = bench_document(record)
    if args.out:
        write_document(args.out / "bench.json", document)
        (args.out / "bench.md").write_text(bench_text(record) + "\n", encoding="utf-8")
        note(f"wrote {args.out / 'bench.json'} and bench.md. For charts: assay report {args.out}")
    emit_result(lambda: document, lambda: bench_blocks(record), as_json=args.json)


def _exit_code(record: BenchRecord) -> ExitCode:
    """Broken if an answer was wrong; undecided if one is missing for a group that the client can express."""
    from kafka_assay.benchmarks.bench.bench_record import is_refused

    if any(point.broken for point in record.points):
        return ExitCode.BROKEN
    unanswered = any(point.error and not is_refused(point) for point in record.points)
    return ExitCode.UNDECIDED if unanswered else ExitCode.KEPT


def _command(args: argparse.Namespace, workloads: list[str]) -> str:
    words = ["assay", "bench", *args.targets, *(word for name in workloads for word in ("--workload", name))]
    words += [*given_words(args, "--seed"), *asking_words(args, CALL_OF_GIVEN), *given_words(args, "--memory")]
    return shlex.join(words)


COMMAND = Command(
    "assay bench sticky kafka-python:sticky --workload medium --memory --out out/bench", _add_options, _run
)
