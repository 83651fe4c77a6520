"""`assay history`: run the same check on many releases. Which release broke a law, and which fixed it?"""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import EXIT_CODES, ExitCode
from assay.files.out_folder import file_name, make_folder, write_record
from assay.files.picture import check_picture_name, write_picture
from assay.measured_releases import check_measuring, measure_releases
from assay.opened_releases import CALL_TIMEOUT, open_release
from assay.options import add_options, asking_words, option_words, parse_seconds
from assay.terminal.output import emit, emit_json, note, progress_display
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.settings import settings_to_json
from kafka_assay.properties.budget import EXAMPLES

if TYPE_CHECKING:
    import argparse

    from assay.files.history_notebook import FolderNotebook
    from kafka_assay.assignors.hosted.target_kinds import ReleaseRange
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.properties.releases.history import CaseRow, History, HistoryPlan
    from kafka_assay.properties.search.news import SearchProgress
    from kafka_assay.reports.history.history_record import HistoryRecord

SECONDS = 10.0
"""The default time for each release, in seconds. A break that one release's search misses may be found at another."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target", metavar="TARGET", help="a target with a range of releases instead of a version: A..B, A.., ..B or .."
    )
    parser.add_argument("--law", action="append", metavar="ID", help="only this law (may be repeated)")
    add_options(parser, "--inputs")
    parser.add_argument(
        "--examples",
        type=int,
        default=EXAMPLES,
        metavar="N",
        help=f"at most N groups of each family (default {EXAMPLES})",
    )
    parser.add_argument(
        "--seconds",
        type=parse_seconds,
        default=SECONDS,
        metavar="S",
        help=f"seconds for each release (default {SECONDS:g})",
    )
    parser.add_argument(
        "--like", metavar="NAME", help="the promises that all releases are checked against, such as sticky"
    )
    add_options(parser, "--setting", "--call-timeout", "--seed", "--json", call_timeout=CALL_TIMEOUT)
    parser.add_argument("--only-minor", action="store_true", help="only the newest release of each minor version")
    parser.add_argument(
        "--measure",
        action="store_true",
        help="also measure quality, time and memory of each release, and find where they changed",
    )
    parser.add_argument("--no-corpus", action="store_true", help="do not try the counterexamples in .assay/cases first")
    parser.add_argument("--picture", metavar="FILE", help="draw laws by releases into FILE.png or FILE.svg")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write the record to DIR; releases that are finished there are not checked again",
    )


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.hosted.target_kinds import parse_release_range
    from kafka_assay.reports.history.history_record import HistoryRecord

    check_picture_name(args.picture)
    check_measuring(args)
    releases = parse_release_range(args.target)
    plan = _plan(args, releases)
    make_folder(args.out)
    notebook = _notebook(args, plan)
    history = _search_releases(args, releases, plan, notebook)
    files = _write_cases(args, history)

    def replay_of(row: CaseRow) -> str:
        *_, release = [here for here, word in row.words.items() if word == "broken"] or row.found_at
        file, found = files.get(row.name), row.case
        again = ["--law", found.law, "--inputs", found.inputs, "--seed", str(found.seed), "--no-corpus"]
        words = again if file is None else ["--case", file]
        return shlex.join(["assay", "check", releases.target_at(release), *asking_words(args, CALL_TIMEOUT), *words])

    measurement, interrupted = measure_releases(args, releases, history, notebook)
    record = HistoryRecord(
        target=args.target,
        command=_command(args),
        plan=plan,
        history=replace(history, interrupted=interrupted),
        replays={row.name: replay_of(row) for row in history.cases},
        only_minor=args.only_minor,
        measurement=measurement,
    )
    _write_files(args, record)
    _show(args, record)
    if interrupted:
        note("assay: interrupted")
        return ExitCode.INTERRUPTED
    _check_one_was_asked(history)
    return EXIT_CODES[record.verdict]


def _plan(args: argparse.Namespace, releases: ReleaseRange) -> HistoryPlan:
    """How releases are searched. Raises `AssayError` for a wrong name or number."""
    from kafka_assay.properties.input_families import FAMILIES, family_called
    from kafka_assay.properties.registry import law_called
    from kafka_assay.properties.releases.history import HistoryPlan

    laws = None if args.law is None else tuple(law_called(name).id for name in args.law)
    families = tuple(dict.fromkeys(family_called(name).name for name in args.inputs or FAMILIES))
    if args.examples < 1:
        raise AssayError(f"--examples {args.examples}: expected at least 1")
    corpus = {
        name: case
        for name, case in ({} if args.no_corpus else _read_corpus()).items()
        if releases.is_same_assignor(case.target) and case.inputs in families and (laws is None or case.law in laws)
    }
    return HistoryPlan(
        laws=laws, families=families, examples=args.examples, seconds=args.seconds, seed=args.seed, corpus=corpus
    )


def _read_corpus() -> dict[str, Case]:
    from kafka_assay.properties.records.corpus import CASES, read_corpus
    from kafka_assay.properties.registry import LAW_BY_ID

    return {name: case for name, case in read_corpus(CASES).cases.items() if case.law in LAW_BY_ID}


def _notebook(args: argparse.Namespace, plan: HistoryPlan) -> FolderNotebook:
    from assay.files.history_notebook import FolderNotebook
    from kafka_assay.benchmarks.environment import machine
    from kafka_assay.benchmarks.releases.release_measures import MeasurePlan

    folder = None if args.out is None else args.out / f"history-{file_name(args.target)}"
    # Times of two machines cannot be compared.
    measured_as = {**MeasurePlan(seed=args.seed).to_json(), "machine": str(machine())} if args.measure else None
    return FolderNotebook(folder, _notebook_key(args, plan), measured_as)


def _search_releases(
    args: argparse.Namespace, release_range: ReleaseRange, plan: HistoryPlan, notebook: FolderNotebook
) -> History:
    from kafka_assay.assignors.hosted.target_kinds import newest_per_series
    from kafka_assay.properties.releases.history import Historian

    releases = release_range.select(release_range.name.list_releases())
    if args.only_minor:
        releases = newest_per_series(releases, release_range.order)

    with progress_display(quiet=args.json) as bar:
        task = bar.add_task("releases", total=len(releases))

        def look(release: str, now: SearchProgress | None) -> None:
            progress = "" if now is None else f", {now.groups:,} groups, {len(now.broken)} cells broken"
            bar.update(task, description=f"{release}{progress}", completed=releases.index(release))

        return Historian(
            target_at=release_range.target_at,
            open_at=partial(open_release, args, release_range, seed=args.seed, settings=args.settings),
            plan=plan,
            notebook=notebook,
            look=look,
        ).make_history(releases)


def _notebook_key(args: argparse.Namespace, plan: HistoryPlan) -> dict[str, Any]:
    """The options that must be equal for a finished release to be reused."""
    return {
        "kafka-assay": version("kafka-assay"),
        "laws": None if plan.laws is None else list(plan.laws),
        "inputs": list(plan.families),
        "examples": plan.examples,
        "seconds": plan.seconds,
        "seed": plan.seed,
        "like": args.like,
        **settings_to_json(args.settings),
        "call_timeout": args.call_timeout,
    }


def _write_cases(args: argparse.Namespace, history: History) -> dict[str, str]:
    """Case name -> its file. If writing fails, note it once."""
    from kafka_assay.properties.records.corpus import CASES, write_case
    from kafka_assay.reports.check.document import explain_case

    folder = CASES if args.out is None else args.out / "cases"
    files: dict[str, str] = {}
    try:
        for row in history.cases:
            files[row.name] = str(write_case(explain_case(row.case), folder))
    except OSError as wrong:
        note(f"assay: cannot write counterexamples to {folder}: {wrong.strerror}")
    return files


def _command(args: argparse.Namespace) -> str:
    words = ["assay", "history", args.target, *asking_words(args, CALL_TIMEOUT)]
    words += option_words("--law", args.law)
    words += option_words("--inputs", args.inputs)
    words += ["--examples", str(args.examples), "--seconds", f"{args.seconds:g}", "--seed", str(args.seed)]
    words += ["--only-minor"] * args.only_minor + ["--measure"] * args.measure
    return shlex.join([*words, *(["--no-corpus"] if args.no_corpus else [])])


def _write_files(args: argparse.Namespace, record: HistoryRecord) -> None:
    from kafka_assay.reports.history.document import history_document

    if args.out is not None:
        path = args.out / f"history-{file_name(args.target)}.json"
        write_record(path, history_document(record))
        note(f"wrote {path}. For a page with the picture: assay report {args.out}")
    if args.picture:
        from kafka_assay.reports.figures.measured_releases import history_figure

        write_picture(history_figure(record), Path(args.picture))


def _show(args: argparse.Namespace, record: HistoryRecord) -> None:
    from assay.terminal.terminal_lines import print_lines
    from kafka_assay.reports.history.document import history_document
    from kafka_assay.reports.history.lines import (
        headline_lines,
        measure_lines,
        measure_table_lines,
        proof_lines,
        table_lines,
    )
    from kafka_assay.reports.render.plain_text import TextLine

    if args.json:
        emit_json(history_document(record))
        return
    print_lines([*headline_lines(record), TextLine("")])
    for row in table_lines(record):
        emit(row)
    for row in measure_table_lines(record):
        emit(row)
    print_lines(measure_lines(record))
    print_lines(proof_lines(record))


def _check_one_was_asked(history: History) -> None:
    """
    Raise `AssayError` if no release could be asked: the input is wrong, or a tool is missing.
    """
    from kafka_assay.properties.releases.release_findings import UnavailableRelease

    missing = [here.reason for here in history.releases if isinstance(here, UnavailableRelease)]
    if len(missing) == len(history.releases):
        raise AssayError(f"could not ask any of {len(missing)} releases; the newest: {missing[-1]}")


COMMAND = Command(
    example="assay history kafka-python==2.0.2..3.0.12:sticky --out out/history",
    add_options=_add_options,
    run=_run,
)
