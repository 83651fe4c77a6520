"""An audit as test suites: one for each target, a case for each group and law."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.pipeline.audit.audit_row import TODAY, LawWord
from kafka_assay.reports.audit.records import Audit, AuditedGroup, explain_law
from kafka_assay.reports.render.junit import Errored, Failed, JUnitCase, JUnitSuite, Outcome, Passed, Skipped

MOST_CASES = 50_000
"""With more cases than this the kept ones are counted instead of listed: no CI server shows them."""


def audit_suites(audit: Audit, order: Sequence[str]) -> tuple[JUnitSuite, ...]:
    """The suites in the order of `order`."""
    total = sum(len(answer.laws) for group in audit.groups for answer in group.answers)
    return tuple(_suite(audit, target, all_cases=total <= MOST_CASES) for target in order)


def _suite(audit: Audit, target: str, *, all_cases: bool) -> JUnitSuite:
    answers = [(group, answer) for group in audit.groups for answer in group.answers if answer.target == target]
    words = [(group, said) for group, answer in answers for said in answer.laws]
    listed = [(group, said) for group, said in words if all_cases or said.verdict != "kept"]
    notes = [("version", version) for version in dict.fromkeys(answer.version for _, answer in answers) if version]
    if not all_cases:
        notes.append(("kept, not listed", f"{len(words) - len(listed):,}"))
    cases = tuple(
        JUnitCase(where=group.name, name=said.law, outcome=_outcome_of(group, target, said)) for group, said in listed
    )
    return JUnitSuite(name=target, cases=cases, notes=tuple(notes))


def _outcome_of(group: AuditedGroup, target: str, said: LawWord) -> Outcome:
    if target == TODAY and group.standing.is_rebalancing and said.verdict != "kept":
        return Skipped(f"the group was rebalancing ({group.standing.state})")
    return _outcome(said)


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
