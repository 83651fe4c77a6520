"""`assay compare`: compare two targets on the same groups. Is the second worse?"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from assay.command import Command
from assay.comparison_options import (
    CALL_TIMEOUT,
    add_comparison_options,
    check_comparison_options,
    chosen_families,
    comparison_command,
    comparison_options,
    number_of_cases,
    tolerances_of,
)
from assay.exit_codes import EXIT_CODES, ExitCode
from assay.files.comparison_files import write_comparison
from assay.files.out_folder import make_folder
from assay.options import asking_words
from assay.terminal.output import emit, emit_json, note, progress_display
from assay.terminal.refusal import note_refusal
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.settings import require_taken

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from assay.files.accepted_file import AcceptedFile
    from assay.git_checkouts import Checkout
    from kafka_assay.benchmarks.comparison.comparison_record import Comparison
    from kafka_assay.benchmarks.comparison.side_record import SideRecord
    from kafka_assay.benchmarks.side_by_side import TimedSides
    from kafka_assay.reports.comparison.annotations import SourcePlace

RECORD = ".json"


class _Compared(NamedTuple):
    """
    A comparison, the records of both sides if they are new, and the source of the candidate where it is known.

    `revisions` has the commits that were compared with `--git`.
    """

    record: Comparison
    sides: tuple[SideRecord, ...] = ()
    source: SourcePlace | None = None
    revisions: str | None = None


def _run(args: argparse.Namespace) -> ExitCode:
    from assay.files.accepted_file import read_accepted

    require_libraries("assay compare", "scipy")
    check_comparison_options(args)
    accepted = read_accepted(args.accepted)
    make_folder(args.out)
    if args.git is not None:
        compared = _compare_revisions(args)
    elif {_is_record(args.base), _is_record(args.candidate)} != {False}:
        compared = _compare_records(args)
    else:
        compared = _compare_targets(args)
    return _report(args, compared._replace(record=_finish(args, compared, accepted)))


def _is_record(text: str) -> bool:
    return text.endswith(RECORD) and ":" not in text


def _compare_records(args: argparse.Namespace) -> _Compared:
    from kafka_assay.benchmarks.comparison.comparison import compare_records
    from kafka_assay.reports.comparison.side_document import read_side

    if not (_is_record(args.base) and _is_record(args.candidate)):
        raise AssayError(f"{args.base} {args.candidate}: expected two targets, or two records")
    for name in ("inputs", "cases", "seconds", "examples", "jobs", "master", "like"):
        if getattr(args, name) is not None:
            raise AssayError(f"--{name}: cannot be used with records, which are not judged again")
    base, candidate = read_side(Path(args.base)), read_side(Path(args.candidate))
    return _Compared(compare_records(base, candidate, tolerances_of(args)))


def _compare_revisions(args: argparse.Namespace) -> _Compared:
    """Compare the target in two checkouts. They are gone when this returns, so the record does not name them."""
    from assay.annotated_source import find_source
    from assay.git_checkouts import check_out
    from kafka_assay.assignors.hosted.python.python_host import checkout_target
    from kafka_assay.benchmarks.comparison.renaming import rename_sides

    with check_out(args.git) as (root, *checkouts):
        base, candidate = (
            checkout_target(args.base, checkout=one.folder, root=root, here=Path.cwd()) for one in checkouts
        )
        try:
            record, sides = _judge_targets(args, base, candidate)
        except AssayError as wrong:
            raise _with_revisions(wrong, args.base, {base: checkouts[0], candidate: checkouts[1]}) from None
        of_candidate = checkouts[1].folder
        source = find_source(args.base, of_candidate / Path.cwd().relative_to(root), of_candidate)
    versions = checkouts[0].version, checkouts[1].version
    revisions = "..".join(one.commit for one in checkouts)
    return _Compared(*rename_sides(record, sides, args.base, versions), source, revisions)


def _with_revisions(wrong: AssayError, target: str, checkouts: dict[str, Checkout]) -> AssayError:
    text = str(wrong)
    for name, checkout in checkouts.items():
        text = text.replace(name, f"{target} at {checkout.version}")
    return AssayError(text)


def _compare_targets(args: argparse.Namespace) -> _Compared:
    from assay.annotated_source import find_source

    record, sides = _judge_targets(args, args.base, args.candidate)
    return _Compared(record, sides, find_source(args.candidate, Path(), Path()))


def _judge_targets(args: argparse.Namespace, base: str, candidate: str) -> tuple[Comparison, tuple[SideRecord, ...]]:
    """The comparison of two targets, and the record of each."""
    from kafka_assay.benchmarks.comparison.comparison_run import ComparisonRun
    from kafka_assay.benchmarks.comparison.planning import plan_comparison

    with ExitStack() as stack, progress_display(quiet=args.json) as bar:
        task = bar.add_task("starting", total=number_of_cases(args))
        sides = _open_sides(args, (base, candidate, base), stack)
        plan = plan_comparison(
            sides.base,
            sides.candidate,
            chosen_families(args),
            seed=args.seed,
            like=args.like,
            call_timeout=args.call_timeout,
            settings=args.settings,
        )
        run = ComparisonRun(
            plan=plan,
            sides=sides,
            options=comparison_options(args),
            watch=lambda step, cases: bar.update(task, description=step, completed=cases),
        )
        record, *records = run.run()
    note_refusal(sides.base, sides.candidate)
    return record, tuple(records)


def _open_sides(args: argparse.Namespace, texts: tuple[str, str, str], stack: ExitStack) -> TimedSides:
    """Both targets, and the base again as the control of the time."""
    from kafka_assay.assignors.hosted.targets import open_target
    from kafka_assay.benchmarks.side_by_side import TimedSides

    settings = args.settings.where_accepted()
    found = []
    for text in texts:
        target = open_target(text, like=args.like, call_timeout=args.call_timeout, seed=args.seed, settings=settings)
        stack.callback(target.close)
        found.append(target)
    require_taken(args.settings, found[:2])
    return TimedSides(*found)


def _finish(args: argparse.Namespace, compared: _Compared, accepted: AcceptedFile) -> Comparison:
    """The record with accepted lines, the sentences of its cases, and the command that repeats it."""
    from kafka_assay.benchmarks.comparison.accepted import accept_regressions
    from kafka_assay.reports.comparison.document import explain_comparison

    record = compared.record
    version = record.candidate.version
    if accepted.version is not None and not version[:1].isdigit():
        version = accepted.version
    command = comparison_command(args, record, of_records=not compared.sides, revisions=compared.revisions)
    return explain_comparison(accept_regressions(record, accepted.entries, version), command)


def _report(args: argparse.Namespace, compared: _Compared) -> ExitCode:
    from kafka_assay.reports.comparison.annotations import github_commands, gitlab_issues
    from kafka_assay.reports.comparison.document import comparison_document
    from kafka_assay.reports.comparison.markdown import comparison_markdown

    record = compared.record
    commands: Mapping[tuple[str, str], str] = {}
    if args.out:
        asking = asking_words(args, CALL_TIMEOUT)
        commands = write_comparison(record, compared.sides, args.out, asking, only_candidate=args.git is not None)
    if args.json:
        emit_json(comparison_document(record))
    elif args.format == "github":
        for line in github_commands(record, compared.source):
            emit(line)
    elif args.format == "gitlab":
        emit_json(gitlab_issues(record, compared.source))
    else:
        emit(comparison_markdown(record, commands).rstrip())
    if record.why:
        note(f"assay: {record.why}")
    if record.interrupted:
        note("assay: interrupted")
        return ExitCode.INTERRUPTED
    return ExitCode.BROKEN if record.stale else EXIT_CODES[record.verdict]


COMMAND = Command(
    example="assay compare kafka-python:sticky sticky --out out/compare",
    add_options=add_comparison_options,
    run=_run,
)
