from __future__ import annotations

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.properties.releases import history
from kafka_assay.properties.releases.history import Historian, History, HistoryPlan
from kafka_assay.properties.releases.law_rows import law_rows
from kafka_assay.properties.releases.release_findings import SearchedRelease, UnavailableRelease
from kafka_assay.properties.search.check_search import SearchProgress
from tests.properties.releases.stand_ins import KINDS, UNBUILT, Notes, Package, a_glance, case_on, plan
from tests.properties.stand_ins import forgets_the_last, in_turn, right

LARGE = group_of({"t": 7}, {"a": ["t"], "b": ["t"]})


@pytest.fixture(autouse=True)
def no_search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the search by one group, except in tests marked `generative`."""
    if "generative" not in request.keywords:
        monkeypatch.setattr(history, "check", a_glance)


def history_of(package: Package, asked: HistoryPlan | None = None, notes: Notes | None = None) -> History:
    """The history of all releases of a package."""
    historian = Historian(
        target_at=package.target_at,
        open_at=package.open_at,
        plan=asked or plan(),
        notebook=notes or Notes(),
    )
    return historian.make_history(package.releases)


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
    assert told == ", ".join(f"{change.kind} {change.last} {change.first}" for change, _ in shown)
    assert all(case is not None for _, case in shown)


def test_unavailable_release_is_listed_with_the_reason() -> None:
    found = history_of(Package(".!x"))

    assert ["1", "2", "3"] == [here.release for here in found.releases]
    assert UnavailableRelease(release="2", target="npm:stand-in@2:x", reason=UNBUILT) == found.releases[1]
    assert ["kept", "unavailable", "broken"] == [said.word for said in found.cases[0].verdicts.values()]


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


def test_finished_releases_are_not_searched_again() -> None:
    package, notes = Package("x!"), Notes()
    first = history_of(package, notes=notes)
    package.opened.clear()

    again = history_of(package, notes=notes)

    assert ["2"] == package.opened
    assert first == again


def test_new_case_is_checked_on_finished_releases() -> None:
    package, notes = Package(".x"), Notes()
    Historian(target_at=package.target_at, open_at=package.open_at, plan=plan(), notebook=notes).make_history(["1"])

    found = history_of(package, notes=notes)

    assert ["kept", "broken"] == [said.word for said in found.cases[0].verdicts.values()]


def test_interrupted_history_has_finished_releases_only() -> None:
    package, notes = Package("xx"), Notes()

    def look(release: str, _: SearchProgress | None) -> None:
        if release == "2":
            raise KeyboardInterrupt

    found = Historian(
        target_at=package.target_at, open_at=package.open_at, plan=plan(), notebook=notes, look=look
    ).make_history(package.releases)

    assert (True, [SearchedRelease, UnavailableRelease]) == (found.interrupted, [type(here) for here in found.releases])
    assert ["undecided", "unavailable"] == [said.word for said in found.cases[0].verdicts.values()]
    assert ["1"] == list(notes.searches)
    assert ["broken", "unavailable"] == [word for row in law_rows(found) for word in row.words.values()]


def test_law_broken_once_counts_as_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "x", in_turn(forgets_the_last, *[right] * 9))

    (row,) = history_of(Package("x")).cases

    assert ("broken", "in the search; asked again: kept") == (row.verdicts["1"].word, row.verdicts["1"].reason)
