from __future__ import annotations

from typing import TYPE_CHECKING

import kafka_assay.reports.views.audit
from kafka_assay.pipeline.audit.audit_row import LawWord
from kafka_assay.reports.render.junit import PASSED, Outcome
from kafka_assay.reports.views.audit import audit_suites
from kafka_assay.reports.wording.sentences import explain_facts
from tests.reports.audits import answer, audit, audited_pair, broken

if TYPE_CHECKING:
    import pytest

KEPT = LawWord(law="one-owner-each", verdict="kept")
OPEN = LawWord(law="settles", verdict="undecided", facts='{"reason": "no time"}')
GAPS = {"partitions": [{"topic": "t0", "partition": 1}], "count": 1}


def test_each_verdict_has_a_test_outcome() -> None:
    """Kept passes, broken fails, expected is skipped, undecided is an error."""
    laws = (KEPT, broken("nothing-left-out", facts=GAPS), broken("newest-claim-wins", expected="known"), OPEN)

    groups = [audited_pair(place, "same", answer("today", laws=laws[place:])) for place in (0, 3)]

    (suite,) = audit_suites(audit(*groups), ["today"])

    proof = explain_facts("nothing-left-out", GAPS)
    assert [
        PASSED,
        Outcome("failure", "nothing-left-out is broken", proof),
        Outcome("skipped", "expected: known"),
        *[Outcome("error", "Undecided: no time.")] * 2,
    ] == [case.outcome for case in suite.cases]
    assert ["same (groups.jsonl:1)", "same (groups.jsonl:4)"] == [case.where for case in suite.cases[3:]]


def test_huge_audit_sums_up_kept_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each other law stays a case."""
    monkeypatch.setattr(kafka_assay.reports.views.audit, "MOST_CASES", 1)

    (suite,) = audit_suites(audit(audited_pair(0, "g", answer("today", laws=(KEPT, KEPT, OPEN)))), ["today"])

    assert ["settles"] == [case.name for case in suite.cases]
    assert ("kept, not listed", "2") in suite.notes


def test_rebalancing_group_has_no_failure_for_the_present_assignment() -> None:
    """The assignors' answers are checked as usual."""
    laws = (broken("nothing-left-out", facts=GAPS),)
    group = audited_pair(0, "g", answer("today", laws=laws), answer("sticky", laws=laws), state="Assigning")

    today, sticky = audit_suites(audit(group), ["today", "sticky"])

    assert Outcome("skipped", "the group was rebalancing (Assigning)") == today.cases[0].outcome
    assert "failure" == sticky.cases[0].outcome.word
