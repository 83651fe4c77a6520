"""The record of a comparison as JSON: `assay-comparison/1`, with the sentences of its cases."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.properties.records.case_format import Case, case_to_json
from kafka_assay.reports.check.document import explain_case
from kafka_assay.reports.comparison.change_sentences import reason_of_failure

FORMAT = "assay-comparison/1"

MEASURED = (
    "tolerance",
    "ratio",
    "groups",
    "worse_groups",
    "better_groups",
    "p",
    "above_fewest",
    "less_even",
    "gap_where_moves_differ",
    "timed",
    "timed_groups",
    "counterpart",
)
"""Keys that only some lines have."""


def explain_comparison(record: Comparison, command: str) -> Comparison:
    """`record` with the sentences of its cases, the reason for a failure, and the `command` that repeats it."""
    lines = (replace(line, case=_explain(line.case), counterpart=_explain(line.counterpart)) for line in record.lines)
    return replace(record, command=command, lines=tuple(lines), why=reason_of_failure(record))


def _explain(case: Case | None) -> Case | None:
    return None if case is None else explain_case(case)


def comparison_document(record: Comparison) -> dict[str, Any]:
    """`record` as a document, with its keys in the order of the fields."""
    known = asdict(replace(record, lines=()))
    return {"format": FORMAT, **known, "lines": [_line_document(line) for line in record.lines]}


def _line_document(line: ComparisonLine) -> dict[str, Any]:
    cases = {"case": line.case and case_to_json(line.case)}
    if line.counterpart is not None:
        cases["counterpart"] = case_to_json(line.counterpart)
    known = asdict(replace(line, case=None, counterpart=None)) | cases
    return {key: value for key, value in known.items() if value is not None or key not in MEASURED}
