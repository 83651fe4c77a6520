"""`assay differ`: find a small group on which two targets answer differently."""

from __future__ import annotations

import hashlib
import json
import shlex
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import EXIT_CODES, ExitCode
from assay.options import TARGET_HELP, add_options, asking_words, option_words, parse_seconds
from assay.terminal.output import emit_json, note, progress_display
from assay.terminal.refusal import note_refusal
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.settings import require_taken
from kafka_assay.properties.budget import EXAMPLES, SECONDS

if TYPE_CHECKING:
    import argparse

    from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
    from kafka_assay.properties.search.agreement import TargetPair

CALL_TIMEOUT = 2.0
DIFFERENCES = Path(".assay") / "differences"
"""The folder of the smallest groups, as plain `assay-group/1`, so that both targets can be asked about them again."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", metavar="A", help=TARGET_HELP)
    parser.add_argument("second", metavar="B", help="the other target")
    add_options(parser, "--inputs")
    parser.add_argument(
        "--examples", type=int, metavar="N", help=f"at most N groups for each family (default {EXAMPLES})"
    )
    parser.add_argument(
        "--seconds",
        type=parse_seconds,
        metavar="S",
        help=f"seconds for the whole search, shrinking included (default {SECONDS:g})",
    )
    parser.add_argument(
        "--maps",
        action="store_true",
        help="compare which member has which partition, not only sorted loads and kept partitions",
    )
    parser.add_argument("--loads", action="store_true", help="no effect (its behaviour is the default now)")
    add_options(parser, "--setting", "--call-timeout", "--seed", "--json", call_timeout=CALL_TIMEOUT)
    parser.add_argument("--case", metavar="FILE", help="compare on the group in FILE, without searching")


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.hosted.targets import open_target
    from kafka_assay.properties.search.agreement import TargetPair

    _check_options(args)
    limit, seed, settings = args.call_timeout, args.seed, args.settings.where_accepted()
    with (
        closing(open_target(args.first, call_timeout=limit, seed=seed, settings=settings)) as first,
        closing(open_target(args.second, call_timeout=limit, seed=seed, settings=settings)) as second,
    ):
        require_taken(settings, (first, second))
        pair = TargetPair(first, second, compares_maps=args.maps)
        record = _repeat(args, pair) if args.case is not None else _search(args, pair)
        unsteady = _find_unsteady(pair, record)
    note_refusal(first, second)
    return _report(args, record, pair, unsteady)


def _check_options(args: argparse.Namespace) -> None:
    from kafka_assay.properties.input_families import family_called

    for name in args.inputs or ():
        family_called(name)
    if args.examples is not None and args.examples < 1:
        raise AssayError(f"--examples {args.examples}: expected at least 1")
    if args.case is not None:
        for option in ("inputs", "examples", "seconds"):
            if getattr(args, option) is not None:
                raise AssayError(f"--{option}: cannot be used with --case, which does not search")


def _repeat(args: argparse.Namespace, pair: TargetPair) -> CheckRecord:
    from assay.files.cases import read_example
    from kafka_assay.properties.search.check import check_group

    example, case = read_example(args.case)
    return check_group(
        pair, example, inputs=None if case is None else case.inputs, laws=[pair.agreement_law()], seed=args.seed
    )


def _search(args: argparse.Namespace, pair: TargetPair) -> CheckRecord:
    from assay.terminal.search_progress import progress_watcher
    from kafka_assay.properties.input_families import FAMILIES
    from kafka_assay.properties.search.check import check

    budget = SECONDS if args.seconds is None else args.seconds
    with progress_display(quiet=args.json) as bar:
        task = bar.add_task("comparing", total=round(budget))
        return check(
            pair,
            laws=[pair.agreement_law()],
            families=args.inputs or tuple(FAMILIES),
            examples=EXAMPLES if args.examples is None else args.examples,
            seconds=budget,
            seed=args.seed,
            watch=progress_watcher(lambda said, spent: bar.update(task, description=said, completed=round(spent))),
        )


def _find_unsteady(pair: TargetPair, record: CheckRecord) -> list[str]:
    from kafka_assay.reports.check.difference import group_of_cell, shown_difference

    shown = None if record.interrupted else shown_difference(record)
    return [] if shown is None else pair.unrepeatable_targets(group_of_cell(shown))


def _report(args: argparse.Namespace, record: CheckRecord, pair: TargetPair, unsteady: list[str]) -> ExitCode:
    from assay.terminal.terminal_lines import print_lines
    from kafka_assay.reports.check.difference import difference_document, difference_lines, explain_difference
    from kafka_assay.reports.check.document import explain_record

    record = explain_record(
        record,
        command=_command(args, *_search_words(args, record)),
        replay_of=lambda cell: "" if cell.counterexample is None else _replay(args, cell),
        explain=lambda case: explain_difference(case, pair, unsteady),
    )
    if args.json:
        emit_json(difference_document(record, pair, unsteady))
    else:
        print_lines(difference_lines(record, pair))
    return ExitCode.INTERRUPTED if record.interrupted else EXIT_CODES[record.verdict]


def _replay(args: argparse.Namespace, cell: CheckCell) -> str:
    """
    The command that asks both targets about the cell's smallest group again.

    The group is stored in a file. If that fails, the command searches for the group again.
    """
    from kafka_assay.assignors.formats.group_format import group_to_json
    from kafka_assay.reports.check.difference import group_of_cell

    if args.case is not None:
        return _command(args, "--case", args.case)
    try:
        return _command(args, "--case", str(_write_group(group_to_json(group_of_cell(cell)))))
    except OSError as wrong:
        note(f"assay: cannot write the group to {DIFFERENCES}: {wrong.strerror}")
        return _command(args, "--inputs", cell.inputs, "--examples", str(max(1, cell.examples)))


def _write_group(group: dict[str, Any]) -> Path:
    text = json.dumps(group, indent=1) + "\n"
    path = DIFFERENCES / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="ascii")
    return path


def _search_words(args: argparse.Namespace, record: CheckRecord) -> list[str]:
    if args.case is not None:
        return ["--case", args.case]
    return [
        *option_words("--inputs", args.inputs),
        "--examples",
        str(record.examples),
        "--seconds",
        f"{record.budget:g}",
    ]


def _command(args: argparse.Namespace, *words: str) -> str:
    maps = ["--maps"] if args.maps else []
    seed = ["--seed", str(args.seed)]
    return shlex.join(
        ["assay", "differ", args.first, args.second, *maps, *asking_words(args, CALL_TIMEOUT), *seed, *words]
    )


COMMAND = Command(
    example="assay differ sticky kafka-python:sticky --inputs clean",
    add_options=_add_options,
    run=_run,
)
