"""Tests of `kafka_assay.properties.releases.law_rows`."""

from __future__ import annotations

from kafka_assay.assignors.model import group_of
from kafka_assay.properties.releases.history import CaseRow, History
from kafka_assay.properties.releases.law_rows import LawRow, law_rows
from kafka_assay.properties.releases.release_findings import ReleaseLaw, SearchedRelease, UnavailableRelease
from kafka_assay.properties.releases.release_verdict import ReleaseVerdict
from tests.properties.releases.stand_ins import case_on

KEPT, BROKEN = ReleaseVerdict(word="kept"), ReleaseVerdict(word="broken")
SILENT = ReleaseVerdict(word="undecided", reason="no answer", silent=True)
NOT_THERE = ReleaseVerdict(word="undefined")
AS_IN_KAFKA = ReleaseVerdict(word="broken", expected="as in Kafka")


def searched(release: str, *laws: ReleaseLaw) -> SearchedRelease:
    """A release whose search found this."""
    return SearchedRelease(
        release=release, target=release, version=release, like=None, groups=1, seconds=0.1, laws=laws
    )


def kept(release: str) -> SearchedRelease:
    """A release whose search found nothing."""
    return searched(release, ReleaseLaw(law="nothing-left-out", word="kept", inputs={"clean": "kept"}))


def row_of(*said: ReleaseVerdict, found_at: tuple[str, ...] = ()) -> CaseRow:
    """What the releases 1, 2, ... said to a case."""
    answers = {str(number): one for number, one in enumerate(said, start=1)}
    return CaseRow(name=str(said), case=case_on(group_of({"t": 3}, {"a": ["t"]})), found_at=found_at, verdicts=answers)


def only_row(*cases: CaseRow) -> LawRow:
    """The row of the one law, in a history of two releases whose own searches found nothing."""
    (row,) = law_rows(History(releases=(kept("1"), kept("2")), cases=cases))
    return row


def test_a_case_breaks_what_the_search_did_not_meet() -> None:
    """What one release's search misses, another's finds for it."""
    assert {"1": "broken", "2": "kept"} == only_row(row_of(BROKEN, KEPT)).words


def test_a_change_is_shown_by_a_group_that_both_sides_were_asked() -> None:
    """The smallest case was broken, and means nothing on the other side: the next one shows it."""
    unclear, clear = row_of(BROKEN, NOT_THERE), row_of(BROKEN, KEPT)

    (shown,) = only_row(unclear, clear).changes

    assert clear is shown.case


def test_where_no_group_shows_a_change_none_is_named() -> None:
    """The release is held to the law, and on this group it is not."""
    (shown,) = only_row(row_of(BROKEN, NOT_THERE)).changes

    assert shown.case is None


def test_an_answer_that_is_missing_leaves_the_other_laws_alone() -> None:
    """`returns-an-answer` says it."""
    assert {"1": "broken", "2": "kept"} == only_row(row_of(BROKEN, SILENT)).words


def test_a_case_that_stayed_open_leaves_the_law_open() -> None:
    """Undecided is never a pass."""
    assert {"1": "broken", "2": "undecided"} == only_row(row_of(BROKEN, ReleaseVerdict(word="undecided"))).words


def test_a_release_that_is_not_held_to_the_law_has_no_word() -> None:
    """Nor has one that cannot be had."""
    missing = UnavailableRelease(release="2", target="2", reason="gone from the registry")
    row = row_of(NOT_THERE, ReleaseVerdict(word="unavailable"), BROKEN, found_at=("3",))

    (found,) = law_rows(History(releases=(searched("1"), missing, kept("3")), cases=(row,)))

    assert {"1": "undefined", "2": "unavailable", "3": "broken"} == found.words


def test_what_had_been_declared_is_expected_only_where_nothing_else_breaks() -> None:
    """One group that no declaration covers is enough."""
    assert {"1": "as in Kafka"} == only_row(row_of(AS_IN_KAFKA, KEPT)).expected
    assert {} == only_row(row_of(AS_IN_KAFKA, KEPT), row_of(BROKEN, KEPT)).expected
