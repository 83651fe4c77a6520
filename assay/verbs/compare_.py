"""`assay compare`: compare two targets on the same groups. Is the second worse?"""

from __future__ import annotations

import argparse
import shlex
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import Command
from assay.exit_codes import EXIT_CODES, ExitCode
from assay.files.out_folder import make_folder, write_record
from assay.options import INPUTS_HELP, add_call_timeout, add_config_option, asking_words, option_words
from assay.terminal.output import emit, emit_json, note, progress_display
from assay.terminal.refusal import note_refusal
from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.settings import require_taken

if TYPE_CHECKING:
    from kafka_assay.assignors.interface import Target
    from kafka_assay.assignors.model import Group
    from kafka_assay.benchmarks.comparison_record import Comparison

CALL_TIMEOUT = 2.0
TOLERANCE = "how much worse a measure may be, such as moves=0.1 (may be repeated)"


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
    parser.add_argument("--examples", type=int, default=100, metavar="N", help="groups for each family (default 100)")
    parser.add_argument("--like", metavar="NAME", help="the promises of both, if they declare none")
    parser.add_argument(
        "--tolerance", action="append", type=_parse_tolerance, default=[], metavar="MEASURE=X", help=TOLERANCE
    )
    add_config_option(parser)
    add_call_timeout(parser, CALL_TIMEOUT)
    parser.add_argument("--out", type=Path, metavar="DIR", help="write DIR/compare.json, DIR/compare.md and DIR/cases/")


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.benchmarks.comparison import compare
    from kafka_assay.properties.measures.equal_only import may_ask
    from kafka_assay.properties.strategies.sampling import sample
    from kafka_assay.reports.bench.comparison import comparison_markdown
    from kafka_assay.reports.bench.comparison_document import comparison_document, explain_comparison

    require_libraries("assay compare", "scipy")
    families = _choose_families(args)
    make_folder(args.out)

    def put_to_both(group: Group) -> bool:
        return may_ask(base.promises, group) and may_ask(candidate.promises, group)

    with (
        closing(_open_target(args.base, args)) as base,
        closing(_open_target(args.candidate, args)) as candidate,
        progress_display(quiet=args.json) as bar,
    ):
        require_taken(args.settings, (base, candidate))
        task = bar.add_task("comparing", total=args.examples * len(families))
        record = compare(
            base,
            candidate,
            {family: sample(family, args.examples, args.seed, put_to_both) for family in families},
            _timed_groups(args.seed),
            seed=args.seed,
            tolerances=dict(args.tolerance),
            tick=lambda: bar.advance(task),
        )
    note_refusal(base, candidate)
    record = explain_comparison(record, _command(args))
    document = comparison_document(record)
    text = comparison_markdown(record, _write_cases(args, record) if args.out else {})
    if args.out:
        write_record(args.out / "compare.json", document)
        (args.out / "compare.md").write_text(text, encoding="utf-8")
        note(f"wrote {args.out / 'compare.json'} and compare.md")
    if args.json:
        emit_json(document)
    else:
        emit(text.rstrip())
    if record.interrupted:
        note("assay: interrupted")
        return ExitCode.INTERRUPTED
    return EXIT_CODES[record.verdict]


def _open_target(text: str, args: argparse.Namespace) -> Target:
    from kafka_assay.assignors.hosted.targets.opening import open_target

    settings = args.settings.where_accepted()
    return open_target(text, like=args.like, call_timeout=args.call_timeout, seed=args.seed, settings=settings)


def _choose_families(args: argparse.Namespace) -> list[str]:
    """The families to compare on. Raises `AssayError` for a wrong name or number."""
    from kafka_assay.benchmarks.comparison import TOLERANCES
    from kafka_assay.properties.strategies.families import FAMILIES, family_called

    for name in args.inputs or ():
        family_called(name)
    for measure, _ in args.tolerance:
        if measure not in TOLERANCES:
            raise AssayError(f"unknown measure {measure!r}{spelling_tip(measure, TOLERANCES)}")
    if args.examples < 2:
        raise AssayError(f"--examples {args.examples}: expected at least 2")
    return args.inputs or list(FAMILIES)


def _write_cases(args: argparse.Namespace, record: Comparison) -> dict[tuple[str, str], str]:
    """(Law, family) -> the command that repeats its case. The case is written into the folder of the record."""
    from kafka_assay.properties.records.corpus import write_case

    commands = {}
    for case in (line.case for line in record.lines if line.case):
        path = write_case(case, args.out / "cases")
        asking = asking_words(args, CALL_TIMEOUT, case.settings)
        words = ["assay", "check", args.candidate, *asking, "--case", str(path)]
        commands[case.law, case.inputs] = shlex.join(words)
    return commands


def _timed_groups(seed: int) -> list[Group]:
    from kafka_assay.benchmarks.workload import Workload, WorkloadEvent
    from kafka_assay.benchmarks.workload_group import build_group

    return [
        build_group(Workload(member_count=100, partitions_to_member_ratio=10, topic_count=10, event=event), seed)
        for event in (WorkloadEvent.FULL, WorkloadEvent.LEAVE_ONE)
    ]


def _command(args: argparse.Namespace) -> str:
    words = ["assay", "compare", args.base, args.candidate, "--examples", str(args.examples), "--seed", str(args.seed)]
    words += option_words("--inputs", args.inputs)
    words += asking_words(args, CALL_TIMEOUT)
    for measure, limit in args.tolerance:
        words += ["--tolerance", f"{measure}={limit}"]
    return shlex.join(words)


COMMAND = Command(
    example="assay compare kafka-python:sticky sticky --out out/compare",
    add_options=_add_options,
    run=_run,
)
