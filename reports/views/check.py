"""The chapter of checks: verdicts by law and input family, with the smallest groups that break a law."""

from __future__ import annotations

import json
from pathlib import Path

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.reports.check.document import FORMAT, check_from_json
from kafka_assay.reports.check.lines import LEGEND, case_of, check_lines, headline_lines, matrix_table, path_lines
from kafka_assay.reports.known_breaks import known_notes, known_of_case
from kafka_assay.reports.render.blocks import Chapter, Code, Listing, Prose, Section
from kafka_assay.reports.render.blocks import Line as Words
from kafka_assay.reports.render.documents import read_files
from kafka_assay.reports.render.junit import Errored, Failed, JUnitCase, JUnitSuite, Outcome, Passed, Skipped
from kafka_assay.reports.render.plain_text import SIGNS, list_lines
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.wording.safe_names import anchors
from kafka_assay.reports.wording.words import quantity

PLACE = 20


def chapter(directory: Path, wishes: ReportOptions) -> Chapter | None:  # noqa: ARG001 - every chapter has these parameters
    """The checks in `directory`, one section for each target, broken ones first."""
    records = read_files(directory.glob("check-*.json"), FORMAT, check_from_json)
    if not records:
        return None
    records.sort(key=lambda record: ("broken", "undecided", "kept").index(record.verdict))
    names = anchors("check-", [record.target for record in records])
    return Chapter(
        title=f"Checks of {quantity(len(records), 'target')}",
        answers=tuple(map(_answer, records)),
        sections=tuple(map(_section, records, names)),
        suites=tuple(map(_suite, records)),
    )


def _answer(record: CheckRecord) -> Words:
    headline = headline_lines(record)[0].text.removeprefix(record.target)
    return f"{SIGNS[record.verdict]} ", Code(record.target), headline


def _section(record: CheckRecord, anchor: str) -> Section:
    blocks = (
        Prose((headline_lines(record)[1].text,)),
        matrix_table(record.cells),
        Prose((LEGEND,)),
        Listing(list_lines(check_lines(record)) or "Nothing broke."),
        Prose(("Repeat: ", Code(record.command))),
    )
    return Section(anchor=anchor, title=("Check of ", Code(record.target)), blocks=blocks, in_brief=blocks)


def _suite(record: CheckRecord) -> JUnitSuite:
    return JUnitSuite(
        name=record.target,
        cases=tuple(
            JUnitCase(where=cell.inputs, name=cell.law, outcome=_outcome(cell), notes=_notes(record.target, cell))
            for cell in record.cells
        ),
        notes=(("version", record.version), ("seed", str(record.seed)), ("command", record.command)),
    )


def _notes(target: str, cell: CheckCell) -> tuple[tuple[str, str], ...]:
    """The status of the path, and what is known about an undeclared break."""
    case = cell.counterexample
    path = () if case is None or case.path is None else (("path", case.path.status),)
    return path if case is None or cell.expected else (*path, *known_notes([known_of_case(target, case)]))


def _outcome(cell: CheckCell) -> Outcome:
    match cell.verdict:
        case "kept":
            return Passed()
        case "broken" if cell.expected is not None:
            return Skipped(f"expected: {cell.expected}")
        case "broken":
            broken = case_of(cell)
            group = json.dumps(group_to_json(broken.steps[0].group), ensure_ascii=False)
            path = [" " * line.indent + line.text for line in path_lines(broken)]
            return Failed(broken.explanation, "\n".join([group, cell.replay, *path]))
        case _:
            return Errored(cell.reason or "undecided")
