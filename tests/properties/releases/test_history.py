"""Releases side by side: histories, the rows of a law, and bisections."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.files.history_notebook import FolderNotebook
from kafka_assay.assignors.model import group_of
from kafka_assay.properties.releases import history
from kafka_assay.properties.releases.bisection import Bisection, bisect
from kafka_assay.properties.releases.history import CaseRow, Historian, History, HistoryPlan
from kafka_assay.properties.releases.law_rows import LawRow, law_rows
from kafka_assay.properties.releases.release_findings import (
    ReleaseLaw,
    ReleaseVerdict,
    ReleaseWord,
    SearchedRelease,
    UnavailableRelease,
)
from kafka_assay.properties.search.check_search import SearchProgress
from tests.properties.releases.stand_ins import KINDS, LACKING, TINY, UNBUILT, Package, a_glance, case_on, plan
from tests.properties.stand_ins import forgets_the_last, in_turn, right

LARGE = group_of({"t": 7}, {"a": ["t"], "b": ["t"]})
NOWHERE = FolderNotebook(None, {})


@pytest.fixture(autouse=True)
def no_search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the search by one group, except in tests marked `generative`."""
    if "generative" not in request.keywords:
        monkeypatch.setattr(history, "check", a_glance)


@pytest.fixture
def notes(tmp_path: Path) -> FolderNotebook:
    return FolderNotebook(tmp_path, {})


def historian_of(
    package: Package, asked: HistoryPlan | None = None, notes: FolderNotebook = NOWHERE, look: Any = None
) -> Historian:
    """Who makes the history of a package."""
    return Historian(
        target_at=package.target_at,
        open_at=package.open_at,
        plan=asked or plan(),
        notebook=notes,
        look=look or (lambda *_: None),
    )


def history_of(package: Package, asked: HistoryPlan | None = None, notes: FolderNotebook = NOWHERE) -> History:
    """The history of all releases of a package."""
    return historian_of(package, asked, notes).make_history(package.releases)


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ("..xx", "came 2 3"),
        ("xx..", "went 2 3"),
        (".x..x.", "came 1 2, went 2 3, came 4 5, went 5 6"),
        ("x!.", "went 1 3"),
        ("!x.", "went 2 3"),
        (".x!", "came 1 2"),
        ("x", ""),
        ("xxx", ""),
        (".h", ""),
    ],
)
def test_laws_that_came_and_went(shape: str, told: str) -> None:
    """Each change has a group that both sides were tested on."""
    rows = law_rows(history_of(Package(shape)))

    shown = [one for row in rows for one in row.changes]
    assert told == ", ".join(f"{change.change} {change.last} {change.first}" for change, _ in shown)
    assert all(case is not None for _, case in shown)


def test_unavailable_release_is_listed_with_the_reason() -> None:
    found = history_of(Package(".!x"))

    assert ["1", "2", "3"] == [here.release for here in found.releases]
    assert UnavailableRelease(release="2", target="npm:stand-in@2:x", reason=UNBUILT) == found.releases[1]
    assert ["kept", "unavailable", "broken"] == [said.word for said in found.cases[0].verdicts.values()]


def test_first_release_with_the_assignor_is_found_by_halving() -> None:
    """The others before it are not opened, and say so."""
    package = Package("0" * 20 + "." * 11 + "x")

    found = history_of(package)

    reasons = [here.reason for here in found.releases if isinstance(here, UnavailableRelease)]
    assert 20 == len(reasons)
    assert {LACKING, history.LACKING} == set(reasons)
    assert len({release for release in package.opened if int(release) <= 20}) <= 4


def test_every_case_is_checked_on_every_release() -> None:
    """A case of an earlier run belongs to the history if some release breaks its law."""
    kept_by_all = case_on(group_of({"t": 1}, {"a": ["t"]}))
    asked = plan(corpus={"a": case_on(LARGE), "b": kept_by_all})

    found = history_of(Package(".x"), asked)

    assert [3, 7] == [sum(topic.partitions for topic in row.case.group.topics) for row in found.cases]
    assert [("2",), ()] == [row.found_at for row in found.cases]
    assert [["kept", "broken"]] * 2 == [[said.word for said in row.verdicts.values()] for row in found.cases]


def test_hang_leaves_other_laws_undecided_for_that_release() -> None:
    rows = law_rows(history_of(Package(".xh"), plan("returns-an-answer", "nothing-left-out")))

    assert {
        "returns-an-answer": ["kept", "kept", "broken"],
        "nothing-left-out": ["kept", "broken", "undecided"],
    } == {row.law: list(row.words.values()) for row in rows}


def test_finished_releases_are_not_searched_again(notes: FolderNotebook) -> None:
    package = Package("x!")
    first = history_of(package, notes=notes)
    package.opened.clear()

    again = history_of(package, notes=notes)

    assert ["2"] == package.opened
    assert first == again


def test_new_case_is_checked_on_finished_releases(notes: FolderNotebook) -> None:
    package = Package(".x")
    historian_of(package, notes=notes).make_history(["1"])

    found = history_of(package, notes=notes)

    assert ["kept", "broken"] == [said.word for said in found.cases[0].verdicts.values()]


def test_interrupted_history_has_finished_releases_only(notes: FolderNotebook) -> None:
    package = Package("xx")

    def look(release: str, _: SearchProgress | None) -> None:
        if release == "2":
            raise KeyboardInterrupt

    found = historian_of(package, notes=notes, look=look).make_history(package.releases)

    assert (True, [SearchedRelease, UnavailableRelease]) == (found.interrupted, [type(here) for here in found.releases])
    assert ["undecided", "unavailable"] == [said.word for said in found.cases[0].verdicts.values()]
    assert [True, False] == [notes.read_search(release) is not None for release in package.releases]
    assert ["broken", "unavailable"] == [word for row in law_rows(found) for word in row.words.values()]


def test_law_broken_once_counts_as_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "x", in_turn(forgets_the_last, *[right] * 9))

    (row,) = history_of(Package("x")).cases

    assert ("broken", "in the search; asked again: kept") == (row.verdicts["1"].word, row.verdicts["1"].reason)


KEPT, BROKEN = ReleaseVerdict(word="kept"), ReleaseVerdict(word="broken")
SILENT = ReleaseVerdict(word="undecided", reason="no answer", silent=True)
NOT_THERE = ReleaseVerdict(word="undefined")
AS_IN_KAFKA = ReleaseVerdict(word="broken", expected="as in Kafka")


def release_with(release: str, *laws: ReleaseLaw) -> SearchedRelease:
    """A release whose search found this."""
    return SearchedRelease(
        release=release, target=release, version=release, like=None, groups=1, seconds=0.1, laws=laws
    )


FINE = ReleaseLaw(law="nothing-left-out", verdict="kept", inputs={"clean": "kept"})
"""What a search says that found nothing."""


def row_of(*said: ReleaseVerdict, found_at: tuple[str, ...] = ()) -> CaseRow:
    """The verdicts of the releases 1, 2, ... on one case."""
    answers = {str(number): one for number, one in enumerate(said, start=1)}
    return CaseRow(name=str(said), case=case_on(TINY), found_at=found_at, verdicts=answers)


def only_row(*cases: CaseRow) -> LawRow:
    """The row of the one law, in a history of two releases whose own searches found nothing."""
    (row,) = law_rows(History(releases=(release_with("1", FINE), release_with("2", FINE)), cases=cases))
    return row


def test_change_is_shown_by_a_group_that_both_sides_were_tested_on() -> None:
    """The smallest case is not applicable on one side, so the next one is shown, if there is one."""
    unclear, clear = row_of(BROKEN, NOT_THERE), row_of(BROKEN, KEPT)

    (shown,), (alone,) = only_row(unclear, clear).changes, only_row(unclear).changes

    assert clear is shown.case
    assert alone.case is None


@pytest.mark.parametrize(("said", "word"), [(SILENT, "kept"), (ReleaseVerdict(word="undecided"), "undecided")])
def test_missing_answer_does_not_affect_other_laws(said: ReleaseVerdict, word: str) -> None:
    """An undecided case leaves the law undecided."""
    assert {"1": "broken", "2": word} == only_row(row_of(BROKEN, said)).words


def test_release_without_the_promise_or_unavailable_has_no_verdict() -> None:
    missing = UnavailableRelease(release="2", target="2", reason="gone from the registry")
    row = row_of(NOT_THERE, ReleaseVerdict(word="unavailable"), BROKEN, found_at=("3",))

    (found,) = law_rows(History(releases=(release_with("1"), missing, release_with("3", FINE)), cases=(row,)))

    assert {"1": "undefined", "2": "unavailable", "3": "broken"} == found.words


def test_law_is_expected_only_if_every_break_was_declared() -> None:
    assert {"1": "as in Kafka"} == only_row(row_of(AS_IN_KAFKA, KEPT)).expected
    assert {} == only_row(row_of(AS_IN_KAFKA, KEPT), row_of(BROKEN, KEPT)).expected


WORDS: dict[str, ReleaseWord] = {".": "kept", "x": "broken", "?": "undecided", "!": "unavailable", "-": "undefined"}


def bisect_shape(shape: str, *, every: bool = False) -> Bisection:
    """The bisection of the releases 0, 1, ..., one for each sign of `shape`."""
    releases = [str(place) for place in range(len(shape))]
    return bisect(releases, lambda release: ReleaseVerdict(word=WORDS[shape[int(release)]]), every=every)


@pytest.mark.parametrize(
    ("shape", "change"),
    [
        ("....xxxx", ("came", "3", "4", ())),
        ("xxxxx.", ("went", "4", "5", ())),
        (".x", ("came", "0", "1", ())),
        ("...!xxx", ("came", "2", "4", ("3",))),
        ("!?..xx!", ("came", "3", "4", ())),
        (".!!!!x", ("came", "0", "5", ("1", "2", "3", "4"))),
        ("." * 40 + "x" * 25, ("came", "39", "40", ())),
    ],
)
def test_change_is_found(shape: str, change: tuple[str, str, str, tuple[str, ...]]) -> None:
    """Undecided releases between the last before and the first after are named."""
    (found,) = bisect_shape(shape).changes

    assert change == (found.change, found.last, found.first, found.between)


@pytest.mark.parametrize(
    ("shape", "ends", "asked"),
    [
        ("", "", ""),
        (".", "0", "0"),
        ("!!!", "", "0 1 2"),
        ("....", "0 3", "0 3"),
        ("x..x", "0 3", "0 3"),
        ("!.!", "1", "0 1 2"),
    ],
)
def test_no_bisection_where_the_ends_agree(shape: str, ends: str, asked: str) -> None:
    found = bisect_shape(shape)

    assert () == found.changes
    assert (tuple(ends.split()), asked.split()) == (found.ends, [release for release, _ in found.row])


def test_first_release_with_the_assignor_is_found_by_halving_before_a_bisection() -> None:
    def ask(release: str) -> ReleaseVerdict:
        place = int(release)
        return ReleaseVerdict(word="unavailable", reason=LACKING) if place < 300 else ReleaseVerdict(word="kept")

    found = bisect([str(place) for place in range(400)], ask)

    assert ("300", "399") == found.ends
    assert len(found.verdicts) <= 12


def test_number_of_checked_releases_is_logarithmic() -> None:
    found = bisect_shape("." * 500 + "x" * 500)

    assert len(found.verdicts) <= 12
    assert not found.whole


def test_every_release_is_checked_without_the_assumption_of_one_change() -> None:
    found = bisect_shape(".x.!x.", every=True)

    assert ["came", "went", "came", "went"] == [change.change for change in found.changes]
    assert found.whole


def test_interrupted_bisection_keeps_its_verdicts() -> None:
    def ask(release: str) -> ReleaseVerdict:
        if release == "1":
            raise KeyboardInterrupt
        return ReleaseVerdict(word="kept")

    found = bisect(["0", "1", "2"], ask, every=True)

    assert (True, [("0", "kept")]) == (found.interrupted, found.row)
