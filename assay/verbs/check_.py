"""`assay check`: find a small group on which an assignor breaks a law that it promises, or answers unlike another."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import time
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import EXIT_CODES, Command, ExitCode
from assay.files.cases import FoundExample, find_example
from assay.files.out_folder import file_name, make_folder, write_cases
from assay.files.toml_files import ExpectedBreaks, read_expected
from assay.opened_targets import choose_laws, note_law_not_promised, require_configured
from assay.options import (
    CALL_OF_DRAWN,
    CALL_OF_GIVEN,
    OPTIONS,
    TARGET_HELP,
    add_options,
    asking_words,
    given_words,
    parse_count,
    parse_wait,
    refuse_options,
)
from assay.output import emit_result, note, note_refusal, progress_display
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.settings import require_taken, settings_of
from kafka_assay.properties.budget import SECONDS, ExampleLimit, parse_examples
from kafka_assay.properties.input_families import FAMILIES, family_called, share_groups

if TYPE_CHECKING:
    from kafka_assay.assignors.hosted.targets import TargetText
    from kafka_assay.properties.law import Law
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
    from kafka_assay.properties.search.check_search import SearchProgress
    from kafka_assay.properties.search.check_workers import Workers
    from kafka_assay.properties.trials.ask_modes import TargetPair
    from kafka_assay.reports.render.blocks import Block

PATHS = 0.25
"""The share of the time that the search for paths gets by default."""
_SEARCHES = ("inputs", "groups", "seconds", "path-seconds", "histories")
"""The options of a search, which `--case` does not make."""


def _parse_groups(text: str) -> int | ExampleLimit:
    if "+" not in text:
        return parse_count(text)
    try:
        return parse_examples(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected DRAWN+STRUCTURED such as 4000+200") from None


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="TARGET", help=TARGET_HELP)
    add_options(parser, "--case")
    parser.add_argument(
        "--same-as", metavar="TARGET", help="check only that this target gives an equal plan: loads, kept partitions"
    )
    parser.add_argument("--maps", action="store_true", help="with --same-as: every member has the same partitions")
    add_options(parser, "--law", "--inputs")
    # A replay of one cell prints DRAWN+STRUCTURED.
    parser.add_argument("--groups", **{**OPTIONS["--groups"], "type": _parse_groups})
    add_options(parser, "--seconds", "--jobs", seconds=f"{SECONDS:g}")
    parser.add_argument(
        "--path-seconds",
        type=parse_wait,
        metavar="S",
        help="of these seconds, at most S search how a live group gets to each counterexample (default: a quarter; "
        "0: no search)",
    )
    parser.add_argument(
        "--histories", type=parse_count, metavar="N", help="that search ends after N histories (default: no limit)"
    )
    parser.add_argument(
        "--only",
        choices=("shown",),
        help="print only the counterexamples that a live group reaches; JSON and files have all",
    )
    parser.add_argument("--fail-fast", action="store_true", help="end the search at the first unexpected break")
    parser.add_argument(
        "--expected",
        type=Path,
        metavar="FILE",
        help="breaks that do not fail the check: [[expected]] in FILE (TOML), with law, reason, inputs, until",
    )
    timeout = f"{CALL_OF_DRAWN:g}, for a group or a life in a file {CALL_OF_GIVEN:g}"
    add_options(parser, "--like", "--setting", "--call-timeout", "--seed", call_timeout=timeout)
    add_options(parser, "--no-corpus", "--out", "--json")


def _open(expected: ExpectedBreaks, first: TargetText, second: TargetText | None = None) -> Target | TargetPair:
    """Open the target, or both targets to compare. Raises `AssayError`."""
    target: Target | TargetPair = first.open()
    if second is not None:
        from kafka_assay.properties.trials.ask_modes import TargetPair

        try:
            target = TargetPair(target, second.open())
        except AssayError:
            target.close()
            raise
    target.expected_failures = (*target.expected_failures, *expected.failures(target))
    return target


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.properties.records.case_format import CASES
    from kafka_assay.properties.registry import COMPARING
    from kafka_assay.properties.search.check_workers import Workers

    _check_options(args)
    make_folder(args.out)
    expected = read_expected(args.expected)
    found = None if args.case is None else find_example(args.case, args.seed)
    corpus = {} if args.no_corpus or found is not None else _read_corpus()
    reopen = partial(_open, expected, *_target_texts(args, found))
    with closing(reopen()) as target:
        pair = getattr(target, "compared", None)
        if pair is not None:
            require_taken(args.settings, pair)
        for complaint in expected.complaints(target):
            note(complaint)
        laws = choose_laws(args.law, target) if pair is None else [COMPARING[args.maps]]
        for one in pair or (target,):
            require_configured(one)
        args.settings = settings_of(target)
        if found is not None:
            record, files = _repeat(args, found, target, laws), {}
            _note_path(record, found.case)
        else:
            for name in sorted(args.settings.named_members()):
                if re.fullmatch("!?[Cc][0-9]+", name) is None:
                    note(f"--setting {name}:...: drawn groups may not have this member; most are C0, C1, and so on")
            workers = Workers(jobs=args.jobs or os.cpu_count() or 1, reopen=reopen)
            record = _search(args, target, laws, workers, corpus)
            broken = {(cell.law, cell.inputs): cell.counterexample for cell in record.cells if cell.counterexample}
            files = write_cases(broken, CASES)
        # One case, or a search that ended early, says only which entries are over.
        is_whole = found is None and not record.interrupted and not (args.fail_fast and record.verdict == "broken")
        promised = None if args.law or pair or found else {law.id for law in laws}
        for silence in expected.silent_entries(record, target) if is_whole else ():
            note(silence)
        record = replace(record, stale=expected.stale_entries(record if is_whole else None, target, promised, corpus))
    note_refusal(*(pair or (target,)))
    return _report(args, record, files)


def _check_options(args: argparse.Namespace) -> None:
    for name in args.inputs or ():
        family_called(name)
    if isinstance(args.groups, ExampleLimit) and len(args.inputs or ()) != 1:
        raise AssayError("--groups DRAWN+STRUCTURED: repeats one cell: expected one --inputs")
    seconds = args.seconds or SECONDS
    if args.path_seconds is not None and args.path_seconds >= seconds and args.case is None:
        raise AssayError(f"--path-seconds {args.path_seconds:g}: expected less than {seconds:g}, the whole check")
    if args.maps and args.same_as is None:
        raise AssayError("--maps: needs --same-as")
    if args.case is not None:
        refuse_options(args, _SEARCHES, "--case, which does not search")
    if args.same_as is not None:
        refuse_options(args, ("law", "like"), "--same-as, which has a law of its own")
    if args.path_seconds == 0:
        refuse_options(args, ("only", "histories"), "--path-seconds 0, which searches no paths")


def _target_texts(args: argparse.Namespace, found: FoundExample | None) -> list[TargetText]:
    """The target, and the one of `--same-as`. The seed and settings of a case hold where none are given."""
    from kafka_assay.assignors.hosted.targets import TargetText

    case = None if found is None else found.case
    given = args.settings.where_accepted() if args.same_as is not None else args.settings
    usual = CALL_OF_GIVEN if found is not None and found.family is None else CALL_OF_DRAWN
    return [
        TargetText(
            text=name,
            like=args.like,
            seed=args.seed if found is None else found.seed,
            call_timeout=args.call_timeout or usual,
            settings=given if case is None else given or case.settings.where_accepted(),
            # A limit that the user has set is exact (ADR 0043).
            checks_hangs=args.call_timeout is None,
        )
        for name in (args.target, args.same_as)
        if name is not None
    ]


def _repeat(args: argparse.Namespace, found: FoundExample, target: Target, laws: list[Law]) -> CheckRecord:
    """
    Check one group, life or case once.

    For a case only its own law is checked. If laws are named, or `target` does not promise the case's law, `laws` are
    checked instead.
    """
    from kafka_assay.properties.search.check import check_group

    case = found.case
    if case is not None and args.same_as is None and not args.law and not note_law_not_promised(case.law, target):
        laws = [law for law in laws if law.id == case.law]
    path = None if case is None else case.path
    if case is not None and path is not None and path.life is None and case.target != target.name:
        path = None  # without a life it says only what was searched for another target
    return check_group(target, found.example, inputs=found.family, laws=laws, seed=found.seed, path=path)


def _search(
    args: argparse.Namespace, target: Target, laws: list[Law], workers: Workers, corpus: dict[str, Case]
) -> CheckRecord:
    from kafka_assay.properties.search.check import check
    from kafka_assay.reports.check.lines import news_lines
    from kafka_assay.reports.wording.words import series

    families, groups, shown = args.inputs or tuple(FAMILIES), args.groups, 0.0
    seconds = args.seconds or SECONDS
    with progress_display(quiet=args.json) as bar:
        task = bar.add_task("checking", total=round(seconds))

        def watch(now: SearchProgress) -> None:
            """Show groups, time left, and the worst so far, at most ten times a second."""
            nonlocal shown
            if time.monotonic() - shown < 0.1:
                return
            shown = time.monotonic()
            rate = now.groups / now.spent if now.spent else 0.0
            worst = f"widest spread {now.worst_spread}"
            if now.broken:
                worst = series([f"✗ {law} ({family})" for law, family in now.broken], most=1)
            said = f"{now.groups:,} groups, {rate:.0f}/s, {now.left:.0f} s left, {worst}"
            bar.update(task, description=said, completed=round(now.spent))

        return check(
            target,
            laws=laws,
            families=families,
            # Without --groups the time decides.
            examples=share_groups(groups, families) if isinstance(groups, int) else groups or ExampleLimit(),
            seconds=seconds,
            seed=args.seed,
            corpus=corpus,
            workers=workers,
            fail_fast=args.fail_fast,
            path_seconds=PATHS * seconds if args.path_seconds is None else args.path_seconds,
            histories=args.histories,
            tell=lambda news: bar.console.print(
                "\n".join(news_lines(news)), markup=False, highlight=False, soft_wrap=True
            ),
            watch=watch,
        )


def _note_path(record: CheckRecord, case: Case | None) -> None:
    """Say so if the life of a case does not lead this target to the break."""
    if case is None or case.path is None or case.path.life is None:
        return
    found = [cell.counterexample for cell in record.cells if cell.counterexample is not None]
    if not found:
        note("path: the life of the case was not run, because the case breaks no law")
    elif all(one.path is None for one in found):
        note("path: the life of the case does not lead this target to the same break")


def _read_corpus() -> dict[str, Case]:
    from kafka_assay.properties.records.case_format import CASES, read_corpus

    corpus = read_corpus(CASES)
    for complaint in corpus.unreadable:
        note(f"assay: skipped: {complaint}")
    return dict(corpus.cases)


def _report(args: argparse.Namespace, record: CheckRecord, files: dict[tuple[str, str], str]) -> ExitCode:
    from kafka_assay.properties.records.typed_record import write_document
    from kafka_assay.reports.check.document import check_document, explain_record
    from kafka_assay.reports.render.blocks import Lines, TextLine
    from kafka_assay.reports.views.check import check_blocks, headline_lines

    # The seed of what `--case` names; a case has its own.
    seed = ["--seed", str(args.seed)] if args.case and args.seed else []

    def replay_of(cell: CheckCell) -> str:
        file = args.case or files.get((cell.law, cell.inputs))
        law = [] if args.same_as is not None else ["--law", cell.law]
        if file is not None:
            # What a file holds may break several laws, and they are repeated together.
            return _command(args, record, *([] if Path(file).exists() else law), "--case", file, *seed)
        which = [*law, "--inputs", cell.inputs, "--seed", str(record.seed)]
        path = cell.counterexample and cell.counterexample.path
        which += ["--histories", str(path.histories)] if path and path.histories else []
        return _command(args, record, *which, "--groups", cell.limit or "0+1", "--no-corpus")

    searched = [] if args.case else _search_words(args, record)
    command = _command(args, record, *given_words(args, "--law", "--case", "--expected"), *seed, *searched)
    record = explain_record(record, command=command, replay_of=replay_of)
    document = check_document(record)
    if args.out is not None:
        write_document(args.out / f"check-{file_name(record.target)}.json", document)

    def blocks() -> list[Block]:
        head = Lines((*headline_lines(record), TextLine("")))
        return [head, *check_blocks(record, only_shown=args.only is not None)]

    emit_result(lambda: document, blocks, as_json=args.json)
    return ExitCode.INTERRUPTED if record.interrupted else EXIT_CODES[record.verdict]


def _command(args: argparse.Namespace, record: CheckRecord, *words: str) -> str:
    pair = [] if record.same_as is None else ["--same-as", record.same_as, *(["--maps"] if args.maps else [])]
    return shlex.join(["assay", "check", record.target, *pair, *asking_words(args, None), *words])


def _search_words(args: argparse.Namespace, record: CheckRecord) -> list[str]:
    words, cell = given_words(args, "--inputs"), args.groups
    if cell is not None:
        words += ["--groups", f"{cell.drawn}+{cell.structured}" if isinstance(cell, ExampleLimit) else str(cell)]
    words += ["--seconds", f"{record.budget:g}", "--seed", str(record.seed)]
    return words + given_words(args, "--path-seconds", "--histories", "--fail-fast", "--no-corpus")


COMMAND = Command("assay check sticky --inputs stale-claims --seconds 10", _add_options, _run)
