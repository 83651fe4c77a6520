"""An audit as test suites: one for each target, a case for each group and law."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.pipeline.audit.audit_row import TODAY, AuditRow, Grade, LawWord
from kafka_assay.reports.audit.records import Audit, explain_law
from kafka_assay.reports.render.junit import Errored, Failed, JUnitCase, JUnitSuite, Outcome, Passed, Skipped

MOST_CASES = 50_000
"""With more cases than this the kept ones are counted instead of listed: no CI server shows them."""


def audit_suites(audit: Audit, order: Sequence[str]) -> tuple[JUnitSuite, ...]:
    """The suites in the order of `order`."""
    total = sum(len(answer.laws) for group in audit.groups for answer in group)
    return tuple(_suite(audit, target, all_cases=total <= MOST_CASES) for target in order)


def _suite(audit: Audit, target: str, *, all_cases: bool) -> JUnitSuite:
    answers = [answer for group in audit.groups for answer in group if answer.target == target]
    words = [(answer, law_word) for answer in answers for law_word in answer.laws]
    listed = [(answer, law_word) for answer, law_word in words if all_cases or law_word.verdict != "kept"]
    notes = [("version", version) for version in dict.fromkeys(answer.version for answer in answers) if version]
    if not audit.is_whole:
        notes.append(("groups listed", f"the worst {len(audit.groups):,} of {len(audit.rows):,}"))
    if not all_cases:
        notes.append(("kept, not listed", f"{len(words) - len(listed):,}"))
    cases = tuple(
        JUnitCase(where=answer.group, name=law_word.law, outcome=_outcome_of(answer, law_word))
        for answer, law_word in listed
    )
    return JUnitSuite(name=target, cases=cases, notes=tuple(notes))


def _outcome_of(answer: AuditRow, law_word: LawWord) -> Outcome:
    is_moving = answer.target == TODAY and answer.own_grade is Grade.REBALANCING
    if is_moving and law_word.verdict != "kept":
        return Skipped(f"the group was rebalancing ({answer.state})")
    return _outcome(law_word)


def _outcome(law_word: LawWord) -> Outcome:
    match law_word.verdict:
        case "kept":
            return Passed()
        case "broken" if law_word.expected is not None:
            return Skipped(f"expected: {law_word.expected}")
        case "broken":
            return Failed(f"{law_word.law} is broken", explain_law(law_word))
        case _:
            return Errored(explain_law(law_word) or law_word.verdict)
