"""The text under a failing law: the file of its case, and the commands that repeat it."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from assay.testing.law_search import Wish
    from assay.testing.target_spelling import Spelling
    from kafka_assay.properties.records.check_record import CheckCell, CheckRecord


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
