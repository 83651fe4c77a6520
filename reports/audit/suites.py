"""An audit as test suites: one for each target, a case for each group and law."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.pipeline.audit.audit_row import LawWord
from kafka_assay.reports.audit.records import Audit, explain_law
from kafka_assay.reports.render.junit import Errored, Failed, JUnitCase, JUnitSuite, Outcome, Passed, Skipped

MOST_CASES = 50_000
"""Beyond so many cases the kept ones are counted instead of listed: no CI server shows them."""


def audit_suites(audit: Audit, order: Sequence[str]) -> tuple[JUnitSuite, ...]:
    """The suites in the order of `order`."""
    total = sum(len(answer.laws) for group in audit.groups for answer in group.answers)
    return tuple(_suite(audit, target, all_cases=total <= MOST_CASES) for target in order)


def _suite(audit: Audit, target: str, *, all_cases: bool) -> JUnitSuite:
    cases: list[JUnitCase] = []
    kept = 0
    versions: dict[str, None] = {}
    for group in audit.groups:
        for answer in group.answers:
            if answer.target != target:
                continue
            versions[answer.version or ""] = None
            for said in answer.laws:
                kept += said.verdict == "kept"
                if all_cases or said.verdict != "kept":
                    cases.append(JUnitCase(where=group.name, name=said.law, outcome=_outcome(said)))
    notes = [("version", version) for version in versions if version]
    if not all_cases:
        notes.append(("kept and not listed", f"{kept:,}"))
    return JUnitSuite(name=target, cases=tuple(cases), notes=tuple(notes))


def _outcome(said: LawWord) -> Outcome:
    match said.verdict:
        case "kept":
            return Passed()
        case "broken" if said.expected is not None:
            return Skipped(f"expected: {said.expected}")
        case "broken":
            return Failed(f"{said.law} is broken", explain_law(said))
        case _:
            return Errored(explain_law(said) or said.verdict)
