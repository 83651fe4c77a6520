"""`assay bisect`: find the release at which a case changed its verdict."""

from __future__ import annotations

import shlex
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from assay.command import Command
from assay.exit_codes import EXIT_CODES, ExitCode
from assay.opened_releases import CALL_TIMEOUT, open_release
from assay.options import add_options, asking_words
from assay.terminal.output import emit_json, note, progress_display
from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    import argparse

    from kafka_assay.assignors.hosted.target_kinds import ReleaseRange
    from kafka_assay.assignors.life_run import Example
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.properties.releases.bisection import Bisection
    from kafka_assay.properties.releases.release_findings import ReleaseVerdict


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target", metavar="TARGET", help="a target with a range of releases instead of a version: A..B, A.., ..B or .."
    )
    parser.add_argument(
        "case", metavar="CASE.json", help="a counterexample that assay check wrote; with --law also a group or a life"
    )
    parser.add_argument("--law", metavar="ID", help="check this law instead of the case's own")
    parser.add_argument("--all", action="store_true", help="ask every release, and show every change")
    parser.add_argument(
        "--like", metavar="NAME", help="the promises that all releases are checked against, such as sticky"
    )
    add_options(parser, "--setting", "--call-timeout", "--json", call_timeout=CALL_TIMEOUT)


def _run(args: argparse.Namespace) -> ExitCode:
    from assay.terminal.terminal_lines import print_lines
    from kafka_assay.assignors.hosted.target_kinds import parse_release_range
    from kafka_assay.reports.history.bisection import bisection_document, bisection_lines, gravest_of_releases

    releases = parse_release_range(args.target)
    case = _read_case(args)
    found = _bisect(args, releases, case)

    def replay_at(release: str) -> str:
        law = ["--law", args.law] if args.law else []
        return shlex.join(
            [
                "assay",
                "check",
                releases.target_at(release),
                *asking_words(args, CALL_TIMEOUT),
                *law,
                "--case",
                args.case,
            ]
        )

    if args.json:
        emit_json(
            bisection_document(found, case, target=args.target, target_at=releases.target_at, replay_at=replay_at)
        )
    else:
        print_lines(bisection_lines(found, case, target=args.target, target_at=releases.target_at, replay_at=replay_at))
    if found.interrupted:
        note("assay: interrupted")
        return ExitCode.INTERRUPTED
    _check_one_was_asked(found)
    return EXIT_CODES[gravest_of_releases(found)]


def _read_case(args: argparse.Namespace) -> Case:
    """Read the case. A plain group or a life needs `--law`. Raises `AssayError`."""
    from assay.files.cases import read_example
    from kafka_assay.properties.registry import law_called

    law = None if args.law is None else law_called(args.law).id
    example, case = read_example(args.case)
    if case is not None:
        return case if law is None else replace(case, law=law)
    if law is None:
        raise AssayError(f"{args.case}: not a case, so it names no law: add --law ID")
    return _build_case(example, law)


def _build_case(example: Example, law: str) -> Case:
    """Make a case of a group or a life."""
    from kafka_assay.assignors.life_run import LifeRun
    from kafka_assay.properties.input_families import GIVEN, family_of, life_family
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.properties.trials.trial import TrialStep

    if isinstance(example, LifeRun):
        start = example.life.group
        steps = (TrialStep(group=start), *(TrialStep(group=start, event=event) for event in example.life.events))
        inputs = life_family(example)
    else:
        steps, inputs = (TrialStep(group=example),), family_of(example) or GIVEN
    life = example.life if isinstance(example, LifeRun) and not example.life.of_claims else None
    return Case(law=law, inputs=inputs, target="", seed=0, versions={}, steps=steps, facts={}, life=life)


def _bisect(args: argparse.Namespace, release_range: ReleaseRange, case: Case) -> Bisection:
    from kafka_assay.properties.releases.bisection import bisect
    from kafka_assay.properties.releases.release_findings import ReleaseVerdict, judge_release

    releases = release_range.select(release_range.name.list_releases())
    settings = args.settings or case.settings.where_accepted()
    with progress_display(quiet=args.json) as bar:
        task = bar.add_task("releases", total=len(releases) if args.all else None)

        def ask(release: str) -> ReleaseVerdict:
            bar.update(task, description=release, advance=1)
            try:
                target = open_release(args, release_range, release, seed=case.seed, settings=settings)
            except AssayError as wrong:
                return ReleaseVerdict(word="unavailable", reason=str(wrong))
            with closing(target):
                return judge_release(target, case)

        return bisect(releases, ask, every=args.all)


def _check_one_was_asked(found: Bisection) -> None:
    """
    Raise `AssayError` if no release could be asked: the input is wrong, or a tool is missing.
    """
    verdicts = [found.verdicts[release] for release in found.releases if release in found.verdicts]
    if all(one.word == "unavailable" for one in verdicts):
        raise AssayError(f"could not ask any of {len(verdicts)} releases; the newest: {verdicts[-1].reason}")


COMMAND = Command(
    example="assay bisect kafka-python==2.0.2..3.0.12:sticky .assay/cases/3f9c.json",
    add_options=_add_options,
    run=_run,
)
