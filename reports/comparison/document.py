"""The records of a comparison as JSON: `assay-comparison/1`, and `assay-compared-side/1` for each of its two sides."""

from __future__ import annotations

import math
from array import array
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.json_values import NOTHING, array_at, integer_at, object_at, text_at
from kafka_assay.benchmarks.comparison.case_results import FIGURES, CaseResults
from kafka_assay.benchmarks.comparison.comparison_record import ComparedTarget, Comparison, ComparisonLine, SideRecord
from kafka_assay.properties.records.typed_record import read_file, read_record, write_record
from kafka_assay.reports.check.document import explain_case
from kafka_assay.reports.comparison.changes import reason_of_failure

FORMAT = "assay-comparison/1"
SIDE_FORMAT = "assay-compared-side/1"
SIDE_FILES = "assay compare --out writes base.json and candidate.json"
MOST_GROUPS = 10**12

_KEYS = [one.name for one in fields(ComparisonLine)]
MEASURED = ("tolerance", *_KEYS[_KEYS.index("ratio") :])
"""Keys that only some lines have."""


def explain_comparison(record: Comparison, command: str) -> Comparison:
    """`record` with the sentences of its cases, the reason for a failure, and the `command` that repeats it."""
    lines = (
        replace(
            line,
            case=line.case and explain_case(line.case),
            counterpart=line.counterpart and explain_case(line.counterpart),
        )
        for line in record.lines
    )
    return replace(record, command=command, lines=tuple(lines), why=reason_of_failure(record))


def comparison_document(record: Comparison) -> dict[str, Any]:
    """`record` as a document, with its keys in the order of the fields."""
    document = write_record(record)
    for line in document["lines"]:
        for key in MEASURED:
            if line[key] is None:
                del line[key]
    return {"format": FORMAT, **document}


def side_document(record: SideRecord) -> dict[str, Any]:
    """`record` as a document. A mark is a character, a whole number has no fraction."""
    results = record.results
    return {
        "format": SIDE_FORMAT,
        **write_record(record.target),
        **write_record(replace(record, cases=tuple(map(explain_case, record.cases))), "target", "results"),
        "groups": results.cases,
        "asked": results.asked.decode("ascii"),
        "marks": {law: marks.decode("ascii") for law, marks in results.marks.items()},
        "figures": {name: [_plain(one) for one in numbers] for name, numbers in results.figures.items()},
        "refusals": results.refusals,
    }


def _plain(number: float) -> float | int:
    return int(number) if number.is_integer() else number


def read_side(path: Path) -> SideRecord:
    """The record in the file at `path`. Raises `AssayError`."""
    try:
        found = read_file(path, SIDE_FORMAT, _side_of)
    except AssayError as wrong:
        raise AssayError(f"{wrong} ({SIDE_FILES})") from None
    if found is None:
        raise AssayError(f"{path}: no such file: expected a record ({SIDE_FILES})")
    return found


def _side_of(document: dict[str, Any]) -> SideRecord:
    target = read_record(ComparedTarget, document)
    return read_record(SideRecord, document, target=target, results=_results_at(document))


def _results_at(document: dict[str, Any]) -> CaseResults:
    groups = integer_at(document.get("groups", NOTHING), "groups", least=0, most=MOST_GROUPS)
    marks = object_at(document.get("marks", NOTHING), "marks")
    figures = object_at(document.get("figures", NOTHING), "figures")
    refusals = object_at(document.get("refusals", {}), "refusals")
    return CaseResults(
        asked=_marks_at(document.get("asked", NOTHING), "asked", groups),
        marks={law: _marks_at(one, f"marks.{law}", groups) for law, one in marks.items()},
        figures={name: _numbers_at(figures.get(name, NOTHING), f"figures.{name}", groups) for name in FIGURES},
        refusals={family: text_at(reason, f"refusals.{family}") for family, reason in refusals.items()},
    )


def _marks_at(value: object, path: str, groups: int) -> bytearray:
    text = text_at(value, path)
    if len(text) != groups or not text.isascii():
        raise InvalidGroup(path, text[:20], f"{groups:,} marks")
    return bytearray(text.encode("ascii"))


def _numbers_at(value: object, path: str, groups: int) -> array[float]:
    numbers = array_at(value, path)
    if len(numbers) == groups and all(isinstance(one, int | float) for one in numbers):
        found = array("d", numbers)
        if math.isfinite(sum(found)):
            return found
    raise InvalidGroup(path, numbers[:3], f"a list of {groups:,} numbers")
