"""A comparison as a test suite: a case for each law and family, and one for each measure."""

from __future__ import annotations

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.reports.comparison.before_after import before_after_text
from kafka_assay.reports.comparison.change_sentences import law_clause, side_names
from kafka_assay.reports.comparison.changes import law_change
from kafka_assay.reports.comparison.measure_words import measure_clause
from kafka_assay.reports.render.junit import Errored, Failed, JUnitCase, JUnitSuite, Outcome, Passed, Skipped


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
