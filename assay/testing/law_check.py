"""
Check one law on one assignor in a pytest run, and turn its verdict into a test result.

Under a failing law stand the file of its case, and the commands that repeat it.
"""

from __future__ import annotations

import os
import shlex
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.testing.law_search import Search, Wish
    from assay.testing.target_spelling import Spelling
    from kafka_assay.assignors.interface import ExpectedFailure
    from kafka_assay.properties.records.check_record import CheckCell, CheckRecord


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

    def at(self, place: CasePlace) -> LawCheck:
        """The same check with the place where it runs."""
        return replace(self, place=place)

    def __call__(self, assignor: object) -> None:
        """Pass if the law is kept; otherwise fail, report an expected failure, or skip what could not be asked."""
        __tracebackhide__ = True
        _, record, declared = self.search.result_for(assignor)
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
        __tracebackhide__ = True
        only = replace(record, cells=tuple(cells))
        wish = self.search.wish_for(assignor)
        pytest.fail(describe_failure(only, self.search.spelling(assignor), wish, self.place), pytrace=False)

    def _judge_undecided(self, assignor: object, record: CheckRecord, cells: Sequence[CheckCell]) -> None:
        """An undecided law does not pass. If the assignor gave no answer, `returns-an-answer` fails and says why."""
        __tracebackhide__ = True
        unsure = [cell for cell in cells if cell.verdict == "undecided"]
        silent = [cell for cell in unsure if cell.unanswered and not cell.undecided]
        if len(silent) < len(unsure):
            self._fail(assignor, record, unsure)
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
    """Where a test runs: the default folder for its cases, and the command that runs it again."""

    folder: Path
    again: str


def describe_failure(record: CheckRecord, spelling: Spelling | None, wish: Wish, place: CasePlace | None) -> str:
    """
    The findings of `record`, a check of one law, for people: see `kafka_assay.reports.check.pasted_test`.

    Without a spelling no command line can name the assignor, so running the test again repeats it.
    """
    from kafka_assay.reports.check.document import explain_record
    from kafka_assay.reports.check.pasted_test import failed_test_text

    files = _write_cases(record, wish, place)
    again = None if place is None else place.again

    def replay_of(cell: CheckCell) -> str:
        return (
            (again or "pytest") if spelling is None else _replay_command(spelling, wish, cell, files.get(cell.inputs))
        )

    explained = explain_record(record, command=again or "pytest", replay_of=replay_of)
    pasted = _pasted_test(explained, None if spelling is None else spelling.text, wish)
    return failed_test_text(
        explained, again=None if spelling is None else again, pasted=pasted, nameless=spelling is None
    )


def _pasted_test(record: CheckRecord, target: str | None, wish: Wish) -> str | None:
    from kafka_assay.reports.check.lines import broken_cells, case_of, smallest_cell
    from kafka_assay.reports.check.pasted_test import regression_test_text

    broken = broken_cells(record)
    if not broken:
        return None
    case = case_of(smallest_cell(broken))
    # The assignor is found again with its own promises. An answer alone has none.
    return regression_test_text(case, target=target, like=record.like if target is None else wish.like)


def _write_cases(record: CheckRecord, wish: Wish, place: CasePlace | None) -> dict[str, str]:
    """Family -> the file of its counterexample. If none can be written, the commands search for it again."""
    from kafka_assay.properties.records.case_format import CASES, write_case
    from kafka_assay.reports.check.document import explain_case

    folder = wish.cases or (CASES if place is None else place.folder)
    files: dict[str, str] = {}
    for cell in record.cells:
        if cell.counterexample is not None:
            try:
                files[cell.inputs] = _shortest_path(write_case(explain_case(cell.counterexample), folder))
            except OSError:
                break
    return files


def _shortest_path(path: Path) -> str:
    here = Path.cwd()
    return os.path.relpath(path, here) if path.is_relative_to(here) else str(path)


def _replay_command(spelling: Spelling, wish: Wish, cell: CheckCell, file: str | None) -> str:
    like = [] if wish.like is None else ["--like", wish.like]
    settings = wish.settings if cell.counterexample is None else cell.counterexample.settings
    words = ["assay", "check", spelling.text, *like, *settings.words()]
    if file is not None:
        return shlex.join(spelling.command(*words, "--case", file))
    which = ["--law", cell.law, "--inputs", cell.inputs, "--seed", str(wish.seed)]
    return shlex.join(spelling.command(*words, *which, "--groups", cell.limit or "0+1", "--no-corpus"))
