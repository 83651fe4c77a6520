"""
`assay releases`: run the same check on many releases, or find the release at which a saved case changed its verdict.

Which release broke a law, and which fixed it?
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import EXIT_CODES, Command, ExitCode
from assay.files.out_folder import check_picture_name, file_name, make_folder, write_cases, write_picture
from assay.options import CALL_OF_DRAWN, add_options, asking_words, given_words, refuse_options
from assay.output import emit_result, note, progress_display
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import LifeRun
from kafka_assay.assignors.settings import Settings
from kafka_assay.benchmarks.environment import machine
from kafka_assay.properties.input_families import FAMILIES, GIVEN, family_called, family_of, life_family

if TYPE_CHECKING:
    from assay.files.history_notebook import FolderNotebook
    from kafka_assay.assignors.hosted.target_kinds import ReleaseRange
    from kafka_assay.benchmarks.releases.measurement import Measurement
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.properties.releases.history import CaseRow, History, HistoryPlan
    from kafka_assay.properties.search.check_search import SearchProgress
    from kafka_assay.reports.history.history_record import HistoryRecord

SECONDS = 10.0
"""The default time for each release, in seconds. A break that one release's search misses may be found at another."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target", metavar="TARGET", help="a target with a range of releases instead of a version: A..B, A.., ..B or .."
    )
    add_options(parser, "--case", "--law", "--inputs", "--groups", "--seconds", seconds="10 for each release")
    add_options(parser, "--like", "--setting", "--call-timeout", "--seed", call_timeout=CALL_OF_DRAWN)
    parser.add_argument("--only-minor", action="store_true", help="only the newest release of each minor version")
    parser.add_argument(
        "--all-releases", action="store_true", help="with --case: ask every release, and show every change"
    )
    parser.add_argument(
        "--measure",
        action="store_true",
        help="also measure quality, time and memory of each release, and find where they changed",
    )
    add_options(parser, "--no-corpus", "--picture", "--out", "--json")


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.hosted.target_kinds import parse_release_range

    if args.case is None:
        if args.all_releases:
            raise AssayError("--all-releases: needs --case")
        return _search(args, parse_release_range(args.target))
    searches = ("inputs", "groups", "seconds", "measure", "no-corpus", "picture", "out")
    refuse_options(args, searches, "--case, which does not search")
    return _repeat(args, parse_release_range(args.target))


def _chosen_releases(args: argparse.Namespace, release_range: ReleaseRange) -> Sequence[str]:
    from kafka_assay.assignors.hosted.target_kinds import newest_per_series

    releases = release_range.select(release_range.name.list_releases())
    return newest_per_series(releases, release_range.order) if args.only_minor else releases


def open_release(
    args: argparse.Namespace, release_range: ReleaseRange, release: str, *, seed: int, settings: Settings
) -> Target:
    """The opened target of a `release`. With the default limit, a hung question is asked once more (ADR 0043)."""
    from kafka_assay.assignors.hosted.targets import open_target

    return open_target(
        release_range.target_at(release),
        like=args.like,
        call_timeout=args.call_timeout,
        seed=seed,
        settings=settings,
        checks_hangs=args.call_timeout == CALL_OF_DRAWN,
    )


def _check_one_was_asked(reasons: Sequence[str | None]) -> None:
    """
    Raise `AssayError` if no release could be asked: the input is wrong, or a tool is missing.

    `reasons` has the reason of each release that could not be asked, and None for the others.
    """
    if all(reason is not None for reason in reasons):
        raise AssayError(f"could not ask any of {len(reasons)} releases; the newest: {reasons[-1]}")


def _repeat(args: argparse.Namespace, releases: ReleaseRange) -> ExitCode:
    """Put one case to the releases, by bisection or to all."""
    from kafka_assay.properties.releases.bisection import bisect
    from kafka_assay.properties.releases.release_findings import ReleaseVerdict, judge_release
    from kafka_assay.reports.render.blocks import Lines
    from kafka_assay.reports.views.bisection import bisection_document, bisection_lines, gravest_of_releases

    case = _read_case(args)
    chosen = _chosen_releases(args, releases)
    settings = args.settings or case.settings.where_accepted()
    with progress_display(quiet=args.json) as bar:
        task = bar.add_task("releases", total=len(chosen) if args.all_releases else None)

        def ask(release: str) -> ReleaseVerdict:
            bar.update(task, description=release, advance=1)
            try:
                target = open_release(args, releases, release, seed=case.seed, settings=settings)
            except AssayError as wrong:
                return ReleaseVerdict(word="unavailable", reason=str(wrong))
            with closing(target):
                return judge_release(target, case)

        found = bisect(chosen, ask, every=args.all_releases)

    def replay_at(release: str) -> str:
        seed = given_words(args, "--seed") if args.seed else []
        return _check_command(args, releases, release, [*given_words(args, "--law", "--case"), *seed])

    shown = found, case, args.target, releases.target_at, replay_at
    emit_result(lambda: bisection_document(*shown), lambda: [Lines(tuple(bisection_lines(*shown)))], as_json=args.json)
    if found.interrupted:
        raise KeyboardInterrupt
    verdicts = [found.verdicts[release] for release in found.releases if release in found.verdicts]
    _check_one_was_asked([one.reason if one.word == "unavailable" else None for one in verdicts])
    return EXIT_CODES[gravest_of_releases(found)]


def _read_case(args: argparse.Namespace) -> Case:
    """Read the case, or make one of a plain group or a life, which needs `--law`. Raises `AssayError`."""
    from assay.files.cases import find_example
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.properties.registry import law_called
    from kafka_assay.properties.trials.trial import TrialStep

    laws = [law_called(name).id for name in args.law or ()]
    if len(laws) > 1:
        raise AssayError("--law: expected one law with --case")
    found = find_example(args.case, args.seed)
    if found.case is not None:
        return replace(found.case, law=laws[0]) if laws else found.case
    if not laws:
        raise AssayError(f"{args.case}: not a case, so it names no law: add --law ID")
    example, steps, life = found.example, [], None
    if isinstance(example, LifeRun):
        group, inputs = example.life.group, life_family(example)
        steps = [TrialStep(group=group, event=event) for event in example.life.events]
        life = None if example.life.of_claims else example.life
    else:
        group, inputs = example, family_of(example) or GIVEN
    steps = [TrialStep(group=group), *steps]
    return Case(
        law=laws[0], inputs=inputs, target="", seed=found.seed, versions={}, steps=tuple(steps), facts={}, life=life
    )


def _check_command(args: argparse.Namespace, releases: ReleaseRange, release: str, words: Sequence[str]) -> str:
    """The command that checks one release in the same way."""
    return shlex.join(["assay", "check", releases.target_at(release), *asking_words(args, CALL_OF_DRAWN), *words])


def _search(args: argparse.Namespace, releases: ReleaseRange) -> ExitCode:
    """Search every release in the same way, and put what broke to all of them."""
    from kafka_assay.properties.records.case_format import CASES
    from kafka_assay.properties.releases.release_findings import UnavailableRelease
    from kafka_assay.reports.history.history_record import HistoryRecord

    check_picture_name(args.picture)
    if args.measure:
        require_libraries("assay releases --measure", "ruptures")
    chosen = _chosen_releases(args, releases)
    plan = _plan(args, releases, len(chosen))
    make_folder(args.out)
    search = _ReleaseSearch(args=args, releases=releases, chosen=chosen, plan=plan, notebook=_notebook(args))
    history = search.make_history()
    files = write_cases(
        {row.name: row.case for row in history.cases}, CASES if args.out is None else args.out / "cases"
    )
    measurement, interrupted = search.measure(history)
    others = given_words(args, "--only-minor", "--measure", "--no-corpus")
    record = HistoryRecord(
        target=args.target,
        command=shlex.join(["assay", "releases", args.target, *_search_words(args), *others]),
        plan=plan,
        history=replace(history, interrupted=interrupted),
        replays={row.name: search.replay_of(row, files.get(row.name)) for row in history.cases},
        only_minor=args.only_minor,
        measurement=measurement,
    )
    _show(args, record)
    if interrupted:
        raise KeyboardInterrupt
    _check_one_was_asked([here.reason if isinstance(here, UnavailableRelease) else None for here in history.releases])
    return EXIT_CODES[record.verdict]


def _plan(args: argparse.Namespace, releases: ReleaseRange, count: int) -> HistoryPlan:
    """How each of so many releases is searched. Raises `AssayError` for a wrong name."""
    from kafka_assay.properties.records.case_format import CASES, read_corpus
    from kafka_assay.properties.registry import LAW_BY_ID, law_called
    from kafka_assay.properties.releases.history import HistoryPlan

    laws = None if args.law is None else tuple(law_called(name).id for name in args.law)
    families = tuple(dict.fromkeys(family_called(name).name for name in args.inputs or FAMILIES))
    corpus = {
        name: case
        for name, case in ({} if args.no_corpus else read_corpus(CASES).cases).items()
        if releases.is_same_assignor(case.target) and case.inputs in families and case.law in (laws or LAW_BY_ID)
    }
    return HistoryPlan(
        laws=laws,
        families=families,
        groups=args.groups,
        seconds=SECONDS if args.seconds is None else args.seconds / count,
        seed=args.seed,
        corpus=corpus,
    )


def _notebook(args: argparse.Namespace) -> FolderNotebook:
    """The notebook of the folder. It reuses a finished release only if the options are equal."""
    from assay.files.history_notebook import FolderNotebook
    from kafka_assay.benchmarks.releases.measurement import MeasurePlan

    asked_as = {"kafka-assay": version("kafka-assay"), "options": _search_words(args)}
    folder = None if args.out is None else args.out / f"history-{file_name(args.target)}"
    # Times of two machines cannot be compared.
    measured_as = {**MeasurePlan(seed=args.seed).to_json(), "machine": str(machine())} if args.measure else None
    return FolderNotebook(folder, asked_as, measured_as)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ReleaseSearch:
    """The search of the `chosen` releases of a range, with its progress."""

    args: argparse.Namespace
    releases: ReleaseRange
    chosen: Sequence[str]
    plan: HistoryPlan
    notebook: FolderNotebook

    def make_history(self) -> History:
        """Search the releases."""
        from kafka_assay.properties.releases.history import Historian

        with progress_display(quiet=self.args.json) as bar:
            task = bar.add_task("releases", total=len(self.chosen))

            def look(release: str, now: SearchProgress | None) -> None:
                progress = "" if now is None else f", {now.groups:,} groups, {len(now.broken)} cells broken"
                bar.update(task, description=f"{release}{progress}", completed=self.chosen.index(release))

            return Historian(
                target_at=self.releases.target_at,
                open_at=self._open_at,
                plan=self.plan,
                notebook=self.notebook,
                look=look,
            ).make_history(self.chosen)

    def measure(self, history: History) -> tuple[Measurement | None, bool]:
        """The measures of the searched releases, if they are asked for, and whether the run was interrupted."""
        from kafka_assay.benchmarks.releases.measurement import MeasurePlan, summarize_measures
        from kafka_assay.benchmarks.releases.release_measurer import ReleaseMeasurer
        from kafka_assay.properties.releases.release_findings import SearchedRelease

        if not self.args.measure or history.interrupted:
            return None, history.interrupted
        plan = MeasurePlan(seed=self.args.seed)
        releases = [here.release for here in history.releases if isinstance(here, SearchedRelease)]
        with progress_display(quiet=self.args.json) as bar:
            task = bar.add_task("measures", total=len(releases) * plan.passes)

            def look(release: str, number: int) -> None:
                done = (number - 1) * len(releases) + releases.index(release)
                bar.update(task, description=f"{release}, pass {number} of {plan.passes}", completed=done)

            read, write = self.notebook.read_measures, self.notebook.write_measures
            measurer = ReleaseMeasurer(open_at=self._open_at, plan=plan, read=read, write=write, look=look)
            found, interrupted = measurer.measure(releases)
        return summarize_measures(plan, found), interrupted

    def _open_at(self, release: str) -> Target:
        return open_release(self.args, self.releases, release, seed=self.args.seed, settings=self.args.settings)

    def replay_of(self, row: CaseRow, file: str | None) -> str:
        """The command that puts the case of `row`, which is in `file`, to the newest release that it breaks."""
        *_, release = [here for here, word in row.words.items() if word == "broken"] or row.found_at
        found = row.case
        again = ["--law", found.law, "--inputs", found.inputs, "--seed", str(found.seed), "--no-corpus"]
        return _check_command(self.args, self.releases, release, again if file is None else ["--case", file])


def _search_words(args: argparse.Namespace) -> list[str]:
    """The options on which the search of a release depends."""
    given = given_words(args, "--law", "--inputs", "--groups", "--seconds", "--seed")
    return [*asking_words(args, CALL_OF_DRAWN), *given]


def _show(args: argparse.Namespace, record: HistoryRecord) -> None:
    """Write the files that were asked for, and print the record."""
    from kafka_assay.properties.records.typed_record import write_document
    from kafka_assay.reports.history.document import history_document
    from kafka_assay.reports.views.history import history_blocks

    if args.out is not None:
        path = args.out / f"history-{file_name(args.target)}.json"
        write_document(path, history_document(record))
        note(f"wrote {path}. For a page with the picture: assay report {args.out}")
    if args.picture:
        from kafka_assay.reports.figures.releases import history_figure

        write_picture(history_figure(record), Path(args.picture))
    emit_result(lambda: history_document(record), lambda: history_blocks(record), as_json=args.json)


COMMAND = Command("assay releases kafka-python==2.0.2..3.0.12:sticky --out out/releases", _add_options, _run)
