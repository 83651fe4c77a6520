"""
`assay bisect`: the release in which a case changed its verdict.
"""

from __future__ import annotations

import shlex
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.output import emit_json, note, progress
from assay.verbs.assign_ import seconds
from assignors.errors import AssayError

if TYPE_CHECKING:
    import argparse

    from assignors.hosted.release_range import ReleaseRange
    from properties.case_format import Case
    from properties.course import Drawn
    from properties.releases.bisection import Bisection
    from properties.releases.said import Said

CALL_TIMEOUT = 2.0
CODES = {"kept": ExitCode.KEPT, "broken": ExitCode.BROKEN, "undecided": ExitCode.UNDECIDED}


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="TARGET", help="with a range of releases, A..B, A.., ..B or .., in its place")
    parser.add_argument("case", metavar="CASE.json", help="a counterexample, as check keeps it; with --law any group")
    parser.add_argument("--law", metavar="ID", help="ask this law, whatever the case says")
    parser.add_argument("--all", action="store_true", help="ask every release, and tell every change")
    parser.add_argument("--like", metavar="NAME", help="whose promises all releases are held to")
    parser.add_argument(
        "--call-timeout", type=seconds, default=CALL_TIMEOUT, metavar="S", help="limit of one call (default 2)"
    )


def _run(args: argparse.Namespace) -> ExitCode:
    from assignors.hosted.release_range import release_range
    from reports.bisection import bisection_document, gravest

    asked = release_range(args.target)
    case = _case(args)
    found = _bisected(args, asked, case)

    def replay_at(release: str) -> str:
        like = ["--like", args.like] if args.like else []
        timeout = [] if args.call_timeout == CALL_TIMEOUT else ["--call-timeout", f"{args.call_timeout:g}"]
        law = ["--law", args.law] if args.law else []
        return shlex.join(["assay", "check", asked.target_at(release), *like, *timeout, *law, "--case", args.case])

    document = bisection_document(found, case, target=args.target, target_at=asked.target_at, replay_at=replay_at)
    if args.json:
        emit_json(document)
    else:
        _tell(document)
    if found.interrupted:
        note("assay: interrupted")
        return ExitCode.INTERRUPTED
    _expect_one_asked(found)
    return CODES[gravest(document)]


def _case(args: argparse.Namespace) -> Case:
    """
    The case to put. A plain group, or a life, needs `--law`. Raises `AssayError`.
    """
    from assay.cases import drawn_in
    from properties.registry import law_called

    law = None if args.law is None else law_called(args.law).id
    drawn, case = drawn_in(args.case)
    if case is not None:
        return case if law is None else replace(case, law=law)
    if law is None:
        raise AssayError(f"{args.case}: no case, so that nobody says which law: expected --law ID beside it")
    return _put_together(drawn, law, args.seed)


def _put_together(drawn: Drawn, law: str, seed: int) -> Case:
    """
    A case of what has not been asked yet.
    """
    from properties.case_format import Case, CaseStep
    from properties.course import Course
    from properties.families import GIVEN, SEQUENCES, family_of

    if isinstance(drawn, Course):
        start = drawn.life.group
        steps = (CaseStep(group=start), *(CaseStep(group=start, event=event) for event in drawn.life.events))
        inputs = SEQUENCES
    else:
        steps, inputs = (CaseStep(group=drawn),), family_of(drawn) or GIVEN
    return Case(law=law, inputs=inputs, target="", seed=seed, versions={}, steps=steps, facts={})


def _bisected(args: argparse.Namespace, asked: ReleaseRange, case: Case) -> Bisection:
    from assignors.hosted.opening import open_target
    from assignors.hosted.release_range import released
    from properties.releases.bisection import bisect
    from properties.releases.said import Said, said_of

    releases = asked.among(released(asked.name))
    with progress(quiet=args.json) as bar:
        task = bar.add_task("releases", total=len(releases) if args.all else None)

        def ask(release: str) -> Said:
            bar.update(task, description=release, advance=1)
            text = asked.target_at(release)
            try:
                target = open_target(text, like=args.like, call_timeout=args.call_timeout, seed=case.seed)
            except AssayError as wrong:
                return Said(word="unavailable", reason=str(wrong))
            with closing(target):
                return said_of(target, case)

        return bisect(releases, ask, every=args.all)


def _tell(document: dict[str, object]) -> None:
    from assay.told import tell
    from reports.bisection import bisection_lines

    tell(bisection_lines(document))


def _expect_one_asked(found: Bisection) -> None:
    """
    Raise `AssayError` where not a single release could be asked: then the question was wrong, or a tool is missing.
    """
    said = [found.said[release] for release in found.releases if release in found.said]
    if all(one.word == "unavailable" for one in said):
        raise AssayError(f"none of {len(said)} releases could be asked; the newest: {said[-1].reason}")


COMMAND = Command(
    says="Put one case to releases by bisection: in which of them a law began to be broken, or was mended.",
    example="assay bisect kafka-python==2.0.2..3.0.12:sticky .assay/cases/3f9c.json",
    add_options=_add_options,
    run=_run,
)
