"""`assay check`: find a small group on which an assignor breaks a law that it promises."""

from __future__ import annotations

import os
import shlex
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import EXIT_CODES, ExitCode
from assay.files.campaign_cases import add_case_of_option, read_campaign_case
from assay.files.out_folder import file_name, write_record
from assay.law_choice import choose_laws, note_law_not_promised
from assay.options import TARGET_HELP, add_options, asking_words, option_words
from assay.path_options import add_path_options, check_path_options, known_path, note_path, path_seconds_of, path_words
from assay.terminal.output import emit_json, findings_console, note, progress_display
from assay.terminal.refusal import note_refusal
from assay.terminal.search_progress import progress_watcher
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.settings import NO_SETTINGS, settings_of
from kafka_assay.properties.budget import SECONDS, ExampleLimit, parse_examples

if TYPE_CHECKING:
    import argparse

    from kafka_assay.assignors.interface import Target
    from kafka_assay.assignors.life_run import Example
    from kafka_assay.properties.law import Law
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
    from kafka_assay.properties.search.check_workers import Workers


CALL_TIMEOUT = 2.0


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="TARGET", help=TARGET_HELP)
    parser.add_argument("--law", action="append", metavar="ID", help="only this law (may be repeated)")
    add_options(parser, "--inputs")
    parser.add_argument(
        "--examples",
        metavar="N",
        help="at most N groups of each family (default: no limit); a replay prints DRAWN+STRUCTURED instead",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help=f"seconds for the whole check, shrinking included (default {SECONDS:g})",
    )
    parser.add_argument("--jobs", type=int, metavar="N", help="processes that judge groups (default: all cores)")
    add_path_options(parser)
    parser.add_argument("--fail-fast", action="store_true", help="end the search at the first unexpected break")
    parser.add_argument(
        "--like",
        metavar="NAME",
        help="the promises to check: those of a reference, with +promise or -promise, such as fair,+sticky",
    )
    add_options(parser, "--setting", "--seed", "--json")
    parser.add_argument(
        "--call-timeout",
        type=float,
        metavar="S",
        help="seconds that one call may take (default 2, and 10 when it is repeated)",
    )
    parser.add_argument("--no-corpus", action="store_true", help="do not try the counterexamples in .assay/cases first")
    parser.add_argument("--case", metavar="FILE", help="repeat one case, or check one group, without searching")
    add_case_of_option(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="write the record to DIR/check-TARGET.json")


def _run(args: argparse.Namespace) -> ExitCode:
    from assay.files.cases import read_example
    from kafka_assay.assignors.hosted.supervised_process import Limits
    from kafka_assay.assignors.hosted.targets import TargetText
    from kafka_assay.properties.search.check_workers import Workers

    limit = _check_options(args)
    again = None if args.case is None else read_example(args.case)
    case = None if again is None else again[1]
    # The answers of a case were given under the case's seed and settings.
    seed = args.seed if case is None else case.seed
    family = None if case is None else case.inputs
    if args.case_of is not None:
        example, family, seed = read_campaign_case(args.case_of)
        again = example, None
    settings = args.settings or (NO_SETTINGS if case is None else case.settings.where_accepted())
    text = TargetText(
        text=args.target,
        like=args.like,
        seed=seed,
        limits=Limits(call_seconds=args.call_timeout or CALL_TIMEOUT),
        settings=settings,
        # A limit that the user has set is exact (ADR 0043).
        checks_hangs=args.call_timeout is None,
    )
    with closing(text.open()) as target:
        args.settings = settings_of(target)
        laws = choose_laws(args.law, target)
        if again is not None:
            record, files = _repeat(*again, target, laws, family=family, named=bool(args.law), seed=seed), {}
            note_path(record, case)
        else:
            workers = Workers(jobs=args.jobs or os.cpu_count() or 1, reopen=text.open)
            record = _search(args, target, laws, limit, workers)
            files = _write_cases(record)
    note_refusal(target)
    return _report(args, record, files)


def _check_options(args: argparse.Namespace) -> ExampleLimit:
    """Check the options of a search. Returns the limit of examples."""
    from kafka_assay.properties.input_families import family_called

    for name in args.inputs or ():
        family_called(name)
    if args.jobs is not None and args.jobs < 1:
        raise AssayError(f"--jobs {args.jobs}: expected at least 1")
    for option in ("seconds", "call_timeout"):
        value = getattr(args, option)
        if value is not None and not 0 < value < float("inf"):
            raise AssayError(f"--{option.replace('_', '-')} {value}: expected a number of seconds above 0")
    if args.case is not None and args.case_of is not None:
        raise AssayError("--case-of: cannot be used with --case")
    repeated = "--case" if args.case is not None else "--case-of"
    searches = args.case is None and args.case_of is None
    check_path_options(args, SECONDS if args.seconds is None else args.seconds, repeated=None if searches else repeated)
    if not searches:
        for option in ("inputs", "examples", "seconds"):
            if getattr(args, option) is not None:
                raise AssayError(f"--{option}: cannot be used with {repeated}, which does not search")
    return _parse_examples(args.examples)


def _parse_examples(text: str | None) -> ExampleLimit:
    """The limit that `--examples` names. Without one, the time decides."""
    try:
        return ExampleLimit() if text is None else parse_examples(text)
    except ValueError:
        raise AssayError(f"--examples {text}: expected at least 1, or DRAWN+STRUCTURED such as 4000+200") from None


def _repeat(
    example: Example,
    case: Case | None,
    target: Target,
    laws: list[Law],
    *,
    family: str | None,
    named: bool,
    seed: int,
) -> CheckRecord:
    """
    Check one group, life or case once.

    For a case only its own law is checked. If `laws` are `named`, or `target` does not promise the case's law, `laws`
    are checked instead.
    """
    from kafka_assay.properties.search.check import check_group

    if case is not None and not named and not note_law_not_promised(case.law, target):
        laws = [law for law in laws if law.id == case.law]
    return check_group(target, example, inputs=family, laws=laws, seed=seed, path=known_path(case, target))


def _search(
    args: argparse.Namespace, target: Target, laws: list[Law], limit: ExampleLimit, workers: Workers
) -> CheckRecord:
    from kafka_assay.properties.input_families import FAMILIES
    from kafka_assay.properties.search.check import check
    from kafka_assay.reports.check.news import news_lines

    seconds = SECONDS if args.seconds is None else args.seconds
    with progress_display(quiet=args.json) as bar:
        task = bar.add_task("checking", total=round(seconds))
        return check(
            target,
            laws=laws,
            families=args.inputs or tuple(FAMILIES),
            examples=limit,
            seconds=seconds,
            seed=args.seed,
            corpus={} if args.no_corpus else _read_corpus(),
            workers=workers,
            fail_fast=args.fail_fast,
            path_seconds=path_seconds_of(args, seconds),
            histories=args.histories,
            tell=lambda news: bar.console.print(
                "\n".join(news_lines(news)), markup=False, highlight=False, soft_wrap=True
            ),
            watch=progress_watcher(lambda said, spent: bar.update(task, description=said, completed=round(spent))),
        )


def _read_corpus() -> dict[str, Case]:
    from kafka_assay.properties.records.corpus import CASES, read_corpus

    corpus = read_corpus(CASES)
    for complaint in corpus.unreadable:
        note(f"assay: skipped: {complaint}")
    return dict(corpus.cases)


def _write_cases(record: CheckRecord) -> dict[tuple[str, str], str]:
    """Write every counterexample to the corpus: (law, family) -> file. If that fails, note it once."""
    from kafka_assay.properties.records.corpus import CASES, write_case
    from kafka_assay.reports.check.document import explain_case

    files: dict[tuple[str, str], str] = {}
    try:
        for cell in record.cells:
            if cell.counterexample is not None:
                files[cell.law, cell.inputs] = str(write_case(explain_case(cell.counterexample), CASES))
    except OSError as wrong:
        note(f"assay: cannot write counterexamples to {CASES}: {wrong.strerror}")
    return files


def _report(args: argparse.Namespace, record: CheckRecord, files: dict[tuple[str, str], str]) -> ExitCode:
    from kafka_assay.reports.check.document import check_document, explain_record

    def replay_of(cell: CheckCell) -> str:
        if args.case_of is not None:
            return _command(args, record, "--law", cell.law, "--case-of", args.case_of)
        file = args.case or files.get((cell.law, cell.inputs))
        if file is not None:
            return _command(args, record, "--case", file)
        which = ["--law", cell.law, "--inputs", cell.inputs, "--seed", str(record.seed)]
        path = cell.counterexample and cell.counterexample.path
        which += ["--histories", str(path.histories)] if path and path.histories else []
        return _command(args, record, *which, "--examples", cell.limit or "0+1", "--no-corpus")

    record = explain_record(record, command=_whole_command(args, record), replay_of=replay_of)
    document = check_document(record)
    if args.out is not None:
        _write_document(args.out, document)
    if args.json:
        emit_json(document)
    else:
        _show(record, only_shown=args.only is not None)
    return ExitCode.INTERRUPTED if record.interrupted else EXIT_CODES[record.verdict]


def _command(args: argparse.Namespace, record: CheckRecord, *words: str) -> str:
    return shlex.join(["assay", "check", record.target, *asking_words(args, None), *words])


def _whole_command(args: argparse.Namespace, record: CheckRecord) -> str:
    words = option_words("--law", args.law)
    if args.case is not None:
        return _command(args, record, *words, "--case", args.case)
    if args.case_of is not None:
        return _command(args, record, *words, "--case-of", args.case_of)
    words += option_words("--inputs", args.inputs)
    words += [] if args.examples is None else ["--examples", args.examples]
    words += ["--seconds", f"{record.budget:g}", "--seed", str(record.seed)]
    words += [*path_words(args), *(["--fail-fast"] if args.fail_fast else [])]
    return _command(args, record, *words, *(["--no-corpus"] if args.no_corpus else []))


def _write_document(folder: Path, document: dict[str, Any]) -> None:
    path = folder / f"check-{file_name(document['target'])}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_record(path, document)
    except OSError as wrong:
        raise AssayError(f"{path}: cannot be written: {wrong.strerror}") from None


def _show(record: CheckRecord, *, only_shown: bool) -> None:
    from rich.text import Text

    from assay.terminal.terminal_lines import COLOURS, print_lines
    from kafka_assay.reports.check.lines import check_lines, headline_lines, legend_line
    from kafka_assay.reports.render.plain_text import TextLine
    from kafka_assay.reports.render.verdict_signs import SIGNS
    from kafka_assay.reports.tables.matrix import matrix_lines

    print_lines([*headline_lines(record), TextLine("")])
    console = findings_console()
    for row in matrix_lines(record.cells):
        text = Text(row)
        for word, colour in COLOURS.items():
            text.highlight_words([SIGNS[word]], style=colour)
        console.print(text, soft_wrap=True)
    print_lines([*([legend_line()] if record.cells else []), *check_lines(record, only_shown=only_shown)])


COMMAND = Command(
    example="assay check sticky --inputs stale-claims --seconds 10",
    add_options=_add_options,
    run=_run,
)
