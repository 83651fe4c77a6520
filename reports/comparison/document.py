"""The record of a comparison as JSON: `assay-comparison/1`, with the sentences of its cases."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.properties.records.case_format import Case, case_to_json
from kafka_assay.reports.check.document import explain_case
from kafka_assay.reports.comparison.before_after import before_after_text
from kafka_assay.reports.comparison.change_sentences import law_clause, reason_of_failure, side_names
from kafka_assay.reports.comparison.changes import law_change
from kafka_assay.reports.comparison.measure_words import measure_clause
from kafka_assay.reports.render.junit import Errored, Failed, JUnitCase, JUnitSuite, Outcome, Passed, Skipped

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


def comparison_suite(record: Comparison) -> JUnitSuite:
    """The suite of `record`. A law that only one side promises is skipped."""
    stale = (JUnitCase(where="accepted", name=sentence, outcome=Failed(sentence)) for sentence in record.stale)
    return JUnitSuite(
        name=" → ".join(side_names(record)),
        cases=(*(_case(record, line) for line in record.lines), *stale),
        notes=(
            ("base", record.base.version),
            ("candidate", record.candidate.version),
            ("seed", str(record.seed)),
            ("groups", str(record.groups)),
            ("command", record.command),
        ),
    )


def _case(record: Comparison, line: ComparisonLine) -> JUnitCase:
    return JUnitCase(where=line.inputs or "measures", name=line.law or line.measure, outcome=_outcome(record, line))


def _outcome(record: Comparison, line: ComparisonLine) -> Outcome:
    if line.is_regression:
        return Failed(line_clause(record, line), "" if line.case is None else before_after_text(line))
    if line.undecided:
        return Errored(line.reason or "undecided")
    if line.outcome in {"accepted", "not-comparable", "unstable"} or line.outcome == "newly-broken":
        return Skipped(line.expected or line.reason or line.outcome)
    return Passed()


def line_clause(record: Comparison, line: ComparisonLine) -> str:
    """What one line of the record says, in a clause."""
    if line.law is None:
        return measure_clause(line)
    return law_clause(law_change(record, line.law, line.outcome, (line,)))
