from __future__ import annotations

from kafka_assay.assignors.model import group_of
from kafka_assay.properties.releases.history import CaseRow, History
from kafka_assay.properties.releases.law_rows import LawRow, law_rows
from kafka_assay.properties.releases.release_findings import (
    ReleaseLaw,
    ReleaseVerdict,
    SearchedRelease,
    UnavailableRelease,
)
from tests.properties.releases.stand_ins import case_on

KEPT, BROKEN = ReleaseVerdict(word="kept"), ReleaseVerdict(word="broken")
SILENT = ReleaseVerdict(word="undecided", reason="no answer", silent=True)
NOT_THERE = ReleaseVerdict(word="undefined")
AS_IN_KAFKA = ReleaseVerdict(word="broken", expected="as in Kafka")


def release_with_findings(release: str, *laws: ReleaseLaw) -> SearchedRelease:
    """A release whose search found this."""
    return SearchedRelease(
        release=release, target=release, version=release, like=None, groups=1, seconds=0.1, laws=laws
    )


def release_without_findings(release: str) -> SearchedRelease:
    """A release whose search found nothing."""
    return release_with_findings(release, ReleaseLaw(law="nothing-left-out", verdict="kept", inputs={"clean": "kept"}))


def row_of(*said: ReleaseVerdict, found_at: tuple[str, ...] = ()) -> CaseRow:
    """The verdicts of the releases 1, 2, ... on one case."""
    answers = {str(number): one for number, one in enumerate(said, start=1)}
    return CaseRow(name=str(said), case=case_on(group_of({"t": 3}, {"a": ["t"]})), found_at=found_at, verdicts=answers)


def only_row(*cases: CaseRow) -> LawRow:
    """The row of the one law, in a history of two releases whose own searches found nothing."""
    (row,) = law_rows(History(releases=(release_without_findings("1"), release_without_findings("2")), cases=cases))
    return row


def test_change_is_shown_by_a_group_that_both_sides_were_tested_on() -> None:
    """The smallest case is not applicable on one side, so the next one is shown."""
    unclear, clear = row_of(BROKEN, NOT_THERE), row_of(BROKEN, KEPT)

    (shown,) = only_row(unclear, clear).changes

    assert clear is shown.case


def test_change_without_such_a_group_has_no_case() -> None:
    (shown,) = only_row(row_of(BROKEN, NOT_THERE)).changes

    assert shown.case is None


def test_missing_answer_does_not_affect_other_laws() -> None:
    assert {"1": "broken", "2": "kept"} == only_row(row_of(BROKEN, SILENT)).words


def test_undecided_case_leaves_the_law_undecided() -> None:
    assert {"1": "broken", "2": "undecided"} == only_row(row_of(BROKEN, ReleaseVerdict(word="undecided"))).words


def test_release_without_the_promise_or_unavailable_has_no_verdict() -> None:
    missing = UnavailableRelease(release="2", target="2", reason="gone from the registry")
    row = row_of(NOT_THERE, ReleaseVerdict(word="unavailable"), BROKEN, found_at=("3",))

    (found,) = law_rows(
        History(releases=(release_with_findings("1"), missing, release_without_findings("3")), cases=(row,))
    )

    assert {"1": "undefined", "2": "unavailable", "3": "broken"} == found.words


def test_law_is_expected_only_if_every_break_was_declared() -> None:
    assert {"1": "as in Kafka"} == only_row(row_of(AS_IN_KAFKA, KEPT)).expected
    assert {} == only_row(row_of(AS_IN_KAFKA, KEPT), row_of(BROKEN, KEPT)).expected
