"""`assay compare`: compare two targets on the same groups. Is the second worse?"""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from assay.command import EXIT_CODES, Command, ExitCode
from assay.files.out_folder import make_folder
from assay.files.toml_files import read_accepted
from assay.opened_targets import open_targets
from assay.options import CALL_OF_DRAWN, add_options, add_repeatable, asking_words, given_words, refuse_options
from assay.output import emit, emit_blocks, emit_json, note, note_refusal, progress_display
from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.assignors.model import Group
from kafka_assay.benchmarks.workload import growing_workloads
from kafka_assay.properties.input_families import FAMILIES, family_called

if TYPE_CHECKING:
    from kafka_assay.benchmarks.comparison.comparison_record import Comparison, SideRecord
    from kafka_assay.reports.comparison.ci_results import SourcePlace

GROUPS = 2_000
TIMED_MEMBERS = (10, 30, 100)
COMMENTS = ("markdown", "github", "gitlab")
JUDGING, TIMING, SHRINKING = 0.6, 0.1, 0.2
"""With --seconds: the share of judging, of one of two sittings that time calls, and of the smallest groups."""
RECORD = ".json"


def _parse_tolerance(text: str) -> tuple[str, float]:
    measure, _, number = text.partition("=")
    with suppress(ValueError):
        if 0 <= float(number) < float("inf"):
            return measure, float(number)
    raise argparse.ArgumentTypeError(f"{text!r}: expected MEASURE=NUMBER, at least 0, such as moves=0.1")


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("base", metavar="BASE", help="the old target, or its record (base.json); with --git the target")
    parser.add_argument("candidate", metavar="CANDIDATE", nargs="?", help="the new target, or its record")
    parser.add_argument("--git", metavar="BASE..CANDIDATE", help="compare a python: target at two revisions")
    add_options(parser, "--inputs", "--groups", "--seconds", "--jobs", "--master", "--like", groups=f"{GROUPS:,}")
    how_much = "how much worse a measure may be, such as moves=0.1"
    add_repeatable(parser, "--tolerance", "MEASURE=X", how_much, _parse_tolerance)
    parser.add_argument(
        "--accepted",
        type=Path,
        metavar="FILE",
        help="accepted regressions: [tool.assay.accepted] in FILE (default: in pyproject.toml)",
    )
    add_options(parser, "--setting", "--call-timeout", "--seed", call_timeout=CALL_OF_DRAWN)
    parser.add_argument(
        "--comment",
        choices=COMMENTS,
        help="print the comment of a pull request in Markdown, or what GitHub or GitLab show in its diff",
    )
    add_options(parser, "--out", "--json")


def _check_options(args: argparse.Namespace) -> None:
    """Raise `AssayError` for a wrong name or number, or for options that exclude each other."""
    from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES
    from kafka_assay.pipeline.spark.session import check_master

    if args.git is None and args.candidate is None:
        raise AssayError("the following arguments are required: CANDIDATE (see assay compare --help)")
    if args.git is not None and args.candidate is not None:
        raise AssayError("--git: expected one target, which is compared with itself at two revisions")
    for name in args.inputs or ():
        family_called(name)
    for measure, _ in args.tolerance:
        if measure not in TOLERANCES:
            raise AssayError(f"unknown measure {measure!r}{spelling_tip(measure, TOLERANCES)}")
    if args.groups is not None and args.seconds is not None:
        raise AssayError("--groups: cannot be used with --seconds")
    if args.groups is not None and args.groups < 2:
        raise AssayError(f"--groups {args.groups}: expected at least 2")
    if args.master is None:
        return
    require_libraries("assay compare --master", "pyarrow", "pyspark")
    check_master(args.master)
    refuse_options(args, ("seconds", "jobs"), "--master")


def _number_of_groups(args: argparse.Namespace) -> int | None:
    """The number of groups and lives; None if the time decides."""
    return None if args.seconds is not None else args.groups or GROUPS


def _tolerances_of(args: argparse.Namespace) -> dict[str, float]:
    """The tolerance of each measure."""
    from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES

    return {**TOLERANCES, **dict(args.tolerance)}


def timed_groups(seed: int) -> list[dict[str, Group]]:
    """The groups whose time is compared, in ascending sizes: a fresh start, and one member left."""
    from kafka_assay.benchmarks.workload_group import build_group

    sizes = [growing_workloads(members, topics=10) for members in TIMED_MEMBERS]
    return [{str(workload): build_group(workload, seed) for workload in size} for size in sizes]


class _Compared(NamedTuple):
    """A comparison, its new records, the candidate's source if known, and the commits compared with `--git`."""

    record: Comparison
    sides: tuple[SideRecord, ...] = ()
    source: SourcePlace | None = None
    revisions: str | None = None


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.benchmarks.comparison.comparison import accept_regressions
    from kafka_assay.reports.comparison.document import explain_comparison

    require_libraries("assay compare", "scipy")
    _check_options(args)
    accepted, version = read_accepted(args.accepted)
    make_folder(args.out)
    if args.git is not None:
        compared = _compare_revisions(args)
    elif _is_record(args.base) or _is_record(args.candidate):
        compared = _compare_records(args)
    else:
        from assay.sources import find_source

        compared = _judge_targets(args, args.base, args.candidate)
        compared = compared._replace(source=find_source(args.candidate, Path(), Path()))
    of_candidate = compared.record.candidate.version
    if version is None or of_candidate[:1].isdigit():
        version = of_candidate
    record = accept_regressions(compared.record, accepted, version)
    return _report(args, compared._replace(record=explain_comparison(record, _command(args, compared))))


def _is_record(text: str) -> bool:
    return text.endswith(RECORD) and ":" not in text


def _compare_records(args: argparse.Namespace) -> _Compared:
    from kafka_assay.benchmarks.comparison.comparison import compare_records
    from kafka_assay.reports.comparison.document import read_side

    if not (_is_record(args.base) and _is_record(args.candidate)):
        raise AssayError(f"{args.base} {args.candidate}: expected two targets, or two records")
    judging = ("inputs", "groups", "seconds", "jobs", "master", "like")
    refuse_options(args, judging, "records, which are not judged again")
    base, candidate = read_side(Path(args.base)), read_side(Path(args.candidate))
    return _Compared(compare_records(base, candidate, _tolerances_of(args)))


def _compare_revisions(args: argparse.Namespace) -> _Compared:
    """Compare the target in two checkouts, which are gone when this returns."""
    from assay.sources import check_out, find_source
    from kafka_assay.assignors.hosted.python.python_host import checkout_target

    with check_out(args.git) as (root, *checkouts):
        base, candidate = (
            checkout_target(args.base, checkout=one.folder, root=root, here=Path.cwd()) for one in checkouts
        )
        try:
            judged = _judge_targets(args, base, candidate, [one.version for one in checkouts])
        except AssayError as wrong:
            text = str(wrong)
            for name, one in zip((base, candidate), checkouts, strict=True):
                text = text.replace(name, f"{args.base} at {one.version}")
            raise AssayError(text) from None
        of_candidate = checkouts[1].folder
        source = find_source(args.base, of_candidate / Path.cwd().relative_to(root), of_candidate)
    return judged._replace(source=source, revisions="..".join(one.commit for one in checkouts))


def _judge_targets(args: argparse.Namespace, base: str, candidate: str, revisions: Sequence[str] = ()) -> _Compared:
    """Compare two targets. Those at two `revisions` are named as the user does, without the folders of checkouts."""
    from kafka_assay.benchmarks.comparison.comparison_run import SHRINKING_SECONDS, ComparisonRun, plan_comparison
    from kafka_assay.benchmarks.timed_calls import SECONDS, TimedSides

    whole = float("inf") if args.seconds is None else args.seconds
    with ExitStack() as stack, progress_display(quiet=args.json) as bar:
        task = bar.add_task("starting", total=_number_of_groups(args))
        opened = open_targets(stack, args, (base, candidate, base))  # the base again is the control of the time
        plan = plan_comparison(
            opened[0],
            opened[1],
            list(dict.fromkeys(args.inputs or FAMILIES)),
            seed=args.seed,
            like=args.like,
            call_timeout=args.call_timeout,
            settings=args.settings,
        )
        # The plan has the texts that open them again.
        for target, revision in zip(opened, (*revisions, *revisions[:1]), strict=False):
            target.name, target.version = args.base, revision
        run = ComparisonRun(
            plan=plan,
            sides=TimedSides(*opened),
            cases=_number_of_groups(args),
            seconds=whole * JUDGING,
            jobs=args.jobs or os.cpu_count() or 1,
            master=args.master,
            workloads=timed_groups(args.seed),
            tolerances=_tolerances_of(args),
            timing_seconds=min(SECONDS, whole * TIMING),
            shrinking_seconds=min(SHRINKING_SECONDS, whole * SHRINKING),
            keeps_records=args.out is not None,
            watch=lambda step, cases: bar.update(task, description=step, completed=cases),
        )
        record, *records = run.run()
    note_refusal(*opened[:2])
    return _Compared(record, tuple(records))


def _report(args: argparse.Namespace, compared: _Compared) -> ExitCode:
    from kafka_assay.reports.comparison.ci_results import github_commands, gitlab_issues
    from kafka_assay.reports.comparison.document import comparison_document
    from kafka_assay.reports.views.comparison import comparison_blocks, comparison_comment

    record = compared.record
    if args.out:
        _write_files(compared, args.out)
    if args.json:
        emit_json(comparison_document(record))
    elif args.comment == "github":
        for line in github_commands(record, compared.source):
            emit(line)
    elif args.comment == "gitlab":
        emit_json(gitlab_issues(record, compared.source))
    elif args.comment == "markdown":
        emit(comparison_comment(record, args.out).rstrip())
    else:
        emit_blocks(comparison_blocks(record, args.out))
    if record.why:
        note(f"assay: {record.why}")
    if record.interrupted:
        raise KeyboardInterrupt
    return ExitCode.BROKEN if record.stale else EXIT_CODES[record.verdict]


def _command(args: argparse.Namespace, compared: _Compared) -> str:
    """
    The command that repeats the comparison on the same groups, also where the time decided how many.

    After an interrupt before the first result it is the whole comparison. With `--git` it has the hashes of the
    commits, because a name such as HEAD is another commit later.
    """
    record, sides = compared.record, [args.base, *([] if args.candidate is None else [args.candidate])]
    words = ["assay", "compare", *(["--git", compared.revisions] if compared.revisions else []), *sides]
    if compared.sides:
        groups = record.groups + sum(one.groups for one in record.cannot_be_asked) or _number_of_groups(args)
        words += ["--seconds", f"{args.seconds:g}"] if groups is None else ["--groups", str(groups)]
        words += [*given_words(args, "--seed", "--inputs"), *asking_words(args, CALL_OF_DRAWN)]
    for measure, limit in args.tolerance:
        words += ["--tolerance", f"{measure}={limit}"]
    return shlex.join([*words, *given_words(args, "--accepted")])


def _write_files(compared: _Compared, folder: Path) -> None:
    """Write all files of the comparison into `folder`, and the records of both sides if they are new."""
    from kafka_assay.properties.records.case_format import write_case
    from kafka_assay.properties.records.typed_record import write_document
    from kafka_assay.reports.comparison.ci_results import comparison_suite
    from kafka_assay.reports.comparison.document import comparison_document, side_document
    from kafka_assay.reports.render.junit import render_junit
    from kafka_assay.reports.views.comparison import comparison_comment

    record = compared.record
    for line in record.lines:
        if line.case is not None:
            write_case(line.case, folder / "cases")
    write_document(folder / "compare.json", comparison_document(record))
    for name, side in zip(("base.json", "candidate.json"), compared.sides, strict=False):
        (folder / name).write_text(compact_json(side_document(side)) + "\n", encoding="utf-8")
    (folder / "compare.md").write_text(comparison_comment(record, folder), encoding="utf-8")
    (folder / "junit.xml").write_text(render_junit([comparison_suite(record)]), encoding="utf-8")
    note(f"wrote {folder / 'compare.json'}, compare.md and junit.xml")


COMMAND = Command("assay compare kafka-python:sticky sticky --out out/compare", _add_options, _run)
