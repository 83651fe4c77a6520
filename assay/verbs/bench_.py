"""`assay bench`: measure the time of the references, the hosted clients and the oracle on one grid."""

from __future__ import annotations

import argparse
import json
import shlex
from pathlib import Path

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.files.out_folder import make_folder
from assay.options import add_call_timeout, add_config_option, asking_words
from assay.terminal.output import emit, emit_json, note, progress_display
from kafka_assay.assignors.extras import require_libraries

CALL_TIMEOUT = 120.0

HOSTED = (
    "kafka-python:range",
    "kafka-python:roundrobin",
    "kafka-python:sticky",
    "aiokafka:range",
    "aiokafka:roundrobin",
    "aiokafka:sticky",
)


def _parse_member_counts(text: str) -> tuple[int, ...]:
    if not all(part.isdecimal() and int(part) > 0 for part in text.split(",")):
        raise argparse.ArgumentTypeError(f"{text!r}: expected numbers of members such as 100,1000")
    return tuple(sorted(int(part) for part in text.split(",")))


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help="(default: all references, kafka-python and aiokafka)"
    )
    parser.add_argument(
        "--members",
        type=_parse_member_counts,
        default=(100, 1000),
        metavar="N,N",
        help="numbers of members (default 100,1000)",
    )
    add_config_option(parser)
    add_call_timeout(parser, CALL_TIMEOUT)
    parser.add_argument("--out", type=Path, metavar="DIR", help="write DIR/bench.json and DIR/bench.md")
    parser.add_argument("--without-oracle", action="store_true", help="do not time the solver of the optimum")


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.registry import default_names
    from kafka_assay.benchmarks.bench_record import bench_document
    from kafka_assay.benchmarks.bench_run import run_bench
    from kafka_assay.benchmarks.bench_session import ORACLE
    from kafka_assay.benchmarks.workload import small_grid
    from kafka_assay.reports.bench.timings import timing_table

    require_libraries("assay bench", "pytest_benchmark")
    targets = args.targets or [*default_names(), *HOSTED]
    if not args.without_oracle:
        targets = [*targets, ORACLE]
    workloads = small_grid(args.members)
    make_folder(args.out)
    with progress_display(quiet=args.json) as bar:
        task = bar.add_task("timing", total=len(workloads) * len(targets))

        def tick(_point: str) -> None:
            bar.advance(task)

        record = run_bench(
            targets,
            workloads,
            seed=args.seed,
            call_timeout=args.call_timeout,
            settings=args.settings,
            command=_command(args),
            tick=tick,
        )
    document = bench_document(record)
    if args.out:
        (args.out / "bench.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        (args.out / "bench.md").write_text(timing_table(record) + "\n", encoding="utf-8")
        note(f"wrote {args.out / 'bench.json'} and bench.md. For charts: assay report {args.out}")
    if args.json:
        emit_json(document)
    else:
        emit(timing_table(record))
    if record.interrupted:
        note("assay: interrupted")
        return ExitCode.INTERRUPTED
    if any(point.broken for point in record.points):
        return ExitCode.BROKEN
    unanswered = any(point.error for point in record.points)
    return ExitCode.UNDECIDED if unanswered else ExitCode.KEPT


def _command(args: argparse.Namespace) -> str:
    words = ["assay", "bench", *args.targets, "--members", ",".join(map(str, args.members)), "--seed", str(args.seed)]
    words += asking_words(args, CALL_TIMEOUT)
    if args.without_oracle:
        words.append("--without-oracle")
    return shlex.join(words)


COMMAND = Command(
    example="assay bench sticky kafka-python:sticky --members 100 --out out/bench",
    add_options=_add_options,
    run=_run,
)
