"""
Check one law on one assignor in a pytest run, and turn its verdict into a test result.

All laws of an assignor are judged on the same groups, so one search serves all its tests that are selected. The first
test that runs pays for it, and each test reads the result of its own law. Under a failing law stand the file of its
case, and the commands that repeat it.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import pytest

from assay.testing.target_spelling import Spelling, spelling_of
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.interface import ExpectedFailure, Promise, Target
from kafka_assay.assignors.settings import NO_SETTINGS, Settings

if TYPE_CHECKING:
    from kafka_assay.properties.law import Law
    from kafka_assay.properties.records.check_record import CheckCell, CheckRecord


class _Done(NamedTuple):
    """The check of an `assignor` for some `laws`, and the failures that the assignor itself declares."""

    assignor: object
    laws: frozenset[str]
    record: CheckRecord
    declared: tuple[ExpectedFailure, ...]


@dataclass(slots=True, kw_only=True)
class Search:
    """
    The checks of one test function's assignors. Each runs when the first test of its assignor runs.

    What is checked: which `laws` (ids; None: all promised laws), in which families (`inputs`), for how long.
    Counterexamples are stored in `cases`, and earlier ones there are tried first. With None they go to the check's own
    folder, and none is tried first. `settings` are for targets as text. `nearby` holds the global names of the test's
    module, one of which may be the name of an object.
    """

    like: str | None
    laws: tuple[str, ...] | None
    inputs: tuple[str, ...]
    examples: int
    seconds: float
    seed: int
    cases: Path | None
    settings: Settings
    nearby: Mapping[str, Any]
    # With the object, so that no other one gets its id.
    _done: dict[int, _Done] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise `AssayError` for a number that means no search."""
        if self.examples < 1:
            raise AssayError(f"examples={self.examples}: expected at least 1")
        if not 0 < self.seconds < float("inf"):
            raise AssayError(f"seconds={self.seconds}: expected a number of seconds above 0")

    def open(self, assignor: object) -> Target:
        """`assignor` as a target. Text is opened as on the command line, everything else is asked in this process."""
        if isinstance(assignor, str):
            from kafka_assay.assignors.hosted.targets import open_target

            return open_target(assignor, like=self.like, seed=self.seed, settings=self.settings)
        spelling = spelling_of(assignor, self.nearby)
        return self._object_target(assignor, display_name(assignor) if spelling is None else spelling.text)

    def _object_target(self, assignor: object, name: str) -> Target:
        from kafka_assay.assignors.hosted.python.object_target import ObjectTarget

        return ObjectTarget(assignor, name, like=self.like)

    def promised_laws(self, assignor: object) -> list[Law]:
        """The laws that apply to `assignor`, in the order of the registry."""
        from kafka_assay.properties.registry import promised_laws

        if isinstance(assignor, str):
            return promised_laws(_promises_of_text(assignor, self.like))
        return promised_laws(self._object_target(assignor, display_name(assignor)).promises)

    def asked_laws(self, assignor: object) -> list[Law]:
        """The promised laws that are checked."""
        return [law for law in self.promised_laws(assignor) if self.laws is None or law.id in self.laws]

    def result_for(self, assignor: object, laws: frozenset[str]) -> _Done:
        """The check of these `laws` (ids) on `assignor`, which runs once, and what the assignor itself declares."""
        from kafka_assay.properties.records.case_format import read_corpus
        from kafka_assay.properties.search.check import check

        known = self._done.get(id(assignor))
        if known is None or not laws <= known.laws:
            with closing(self.open(assignor)) as target:
                record = check(
                    target,
                    laws=[law for law in self.asked_laws(assignor) if law.id in laws],
                    families=self.inputs,
                    examples=self.examples,
                    seconds=self.seconds,
                    seed=self.seed,
                    corpus={} if self.cases is None else read_corpus(self.cases).cases,
                )
            if record.interrupted:
                raise KeyboardInterrupt
            known = self._done[id(assignor)] = _Done(assignor, laws, record, target.expected_failures)
        return known


def _promises_of_text(text: str, like: str | None) -> frozenset[Promise]:
    """The promises of a target, read without starting it: its host may import the module whose tests are being made."""
    from kafka_assay.assignors.promises import parse_likeness

    own = parse_target(text).default_likeness()
    if like is None and own is None:
        raise AssayError(f"{text}: add like='...': its own like is not known yet when tests are collected")
    return parse_likeness(own if like is None else like).promises


def display_name(assignor: object) -> str:
    """The name of `assignor` for people: its own name, that of its class, or the text itself."""
    if isinstance(assignor, str):
        return assignor
    for holder, key in ((assignor, "name"), (assignor, "__name__"), (type(assignor), "__name__")):
        name = getattr(holder, key, None)
        if isinstance(name, str) and name:
            return name.strip("<>")
    raise AssertionError(assignor)


@dataclass(frozen=True, slots=True, kw_only=True)
class LawCheck:
    """
    The function that a test calls with its assignor. It returns if the law is kept, else it tells pytest.

    `expected` is the reason if the law is known to break. Then a break is an expected failure, and keeping the law
    fails.
    """

    law: str
    search: Search
    expected: str | None = None
    place: CasePlace | None = None

    def __str__(self) -> str:
        """The law's id."""
        return self.law

    def __call__(self, assignor: object) -> None:
        """Pass if the law is kept; otherwise fail, report an expected failure, or skip what could not be asked."""
        __tracebackhide__ = True
        laws = frozenset({self.law}) if self.place is None else self.place.laws
        *_, record, declared = self.search.result_for(assignor, laws)
        cells = [cell for cell in record.cells if cell.law == self.law]
        broken = [cell for cell in cells if cell.verdict == "broken"]
        if broken and self.expected is not None:
            pytest.xfail(self.expected)
        if any(self.expected is not None or cell.expected is None for cell in broken):
            self._fail(assignor, record, cells)
        self._judge_undecided(assignor, record, cells)
        if self.expected is not None:
            kept = sum(cell.kept for cell in cells)
            pytest.fail(f"{self._stale_expectation(self.expected)} ({kept:,} groups kept it)", pytrace=False)
        self._retry_declared(assignor, [failure for failure in declared if failure.law == self.law])

    def _fail(self, assignor: object, record: CheckRecord, cells: Sequence[CheckCell]) -> NoReturn:
        """Fail with the findings of these cells. Without a spelling, only running the test again repeats it."""
        __tracebackhide__ = True
        from assay.files.out_folder import write_cases
        from kafka_assay.properties.records.case_format import CASES
        from kafka_assay.reports.check.document import explain_record
        from kafka_assay.reports.check.pasted_test import failed_test_text

        spelling, place = spelling_of(assignor, self.search.nearby), self.place
        folder = self.search.cases or (CASES if place is None else place.folder)
        # If none can be written, the commands search for them again.
        files = write_cases({cell.inputs: cell.counterexample for cell in cells if cell.counterexample}, folder)
        again = "pytest" if place is None else place.again

        def replay_of(cell: CheckCell) -> str:
            return again if spelling is None else self._replay_command(assignor, spelling, cell, files.get(cell.inputs))

        text = failed_test_text(
            explain_record(replace(record, cells=tuple(cells)), command=again, replay_of=replay_of),
            target=None if spelling is None else spelling.text,
            like=self.search.like,
            again=None if place is None else again,
        )
        pytest.fail(text, pytrace=False)

    def _replay_command(self, assignor: object, spelling: Spelling, cell: CheckCell, file: str | None) -> str:
        search = self.search
        like = [] if search.like is None else ["--like", search.like]
        # An object gets no settings from us.
        settings = search.settings if isinstance(assignor, str) else NO_SETTINGS
        if cell.counterexample is not None:
            settings = cell.counterexample.settings
        words = ["assay", "check", spelling.text, *like, *settings.words()]
        if file is not None:
            words += ["--case", os.path.relpath(file) if Path(file).is_relative_to(Path.cwd()) else file]
        else:
            words += ["--law", cell.law, "--inputs", cell.inputs, "--seed", str(search.seed)]
            words += ["--groups", cell.limit or "0+1", "--no-corpus"]
        return shlex.join(spelling.command(*words))

    def _judge_undecided(self, assignor: object, record: CheckRecord, cells: Sequence[CheckCell]) -> None:
        """
        An undecided law does not pass. Its test is skipped if another law is broken instead, which fails and says why:
        `returns-an-answer` if the assignor gave no answer.
        """
        __tracebackhide__ = True
        from kafka_assay.properties.verdict import failing_law

        unsure = [cell for cell in cells if cell.verdict == "undecided"]
        silent = [cell for cell in unsure if cell.unanswered and not cell.undecided]
        hanging = {cell.inputs: law for cell in unsure if (law := failing_law(cell.reason or "")) is not None}
        if len(silent) + len(hanging) < len(unsure):
            self._fail(assignor, record, unsure)
        if hanging:
            reason = next(cell.reason for cell in unsure if cell.inputs in hanging)
            pytest.skip(
                f"undecided: {reason} (in {', '.join(hanging)}); see {', '.join(dict.fromkeys(hanging.values()))}"
            )
        if silent:
            where = ", ".join(cell.inputs for cell in silent)
            pytest.skip(f"undecided: {silent[0].reason} (in {where}); see returns-an-answer")
        if not cells:
            refusals = [one.reason for one in record.unasked if one.law in {None, self.law}]
            why = f": {refusals[0]}" if refusals else " does not apply to any generated group"
            pytest.skip(f"{self.law}{why}")

    def _retry_declared(self, assignor: object, declared: Sequence[ExpectedFailure]) -> None:
        """Ask about the groups of the assignor's declared failures. The test fails if the law is kept there now."""
        __tracebackhide__ = True
        if not declared:
            return
        from kafka_assay.properties.judging.cause import smallest_group
        from kafka_assay.properties.judging.finding import find_breaks
        from kafka_assay.properties.registry import LAW_BY_ID

        with closing(self.search.open(assignor)) as target:
            for failure in declared:
                if not any(find_breaks(target, LAW_BY_ID[self.law], smallest_group(failure), family=failure.family)):
                    where = f"(declared for {failure.family}: {failure.group})"
                    pytest.fail(f"{self._stale_expectation(failure.reason)} {where}", pytrace=False)
        pytest.xfail(declared[0].reason)

    def _stale_expectation(self, reason: str) -> str:
        return f"{self.law} is kept now, but expected_failures says that it breaks: {reason!r}. Remove it there"


class CasePlace(NamedTuple):
    """Where a test runs: the default folder for its cases, the command that runs it again, and the selected laws."""

    folder: Path
    again: str
    laws: frozenset[str]
