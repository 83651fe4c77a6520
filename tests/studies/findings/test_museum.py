from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.properties.records.case_format import Case, CaseStep, case_to_json
from studies.findings.museum import MEMBERS, PARTITIONS, MuseumRow, ReleaseOutcome, exit_code, replay_case, search_law
from studies.findings.museum_page import PAGE, MuseumEntry, read_entries
from studies.output import ROOT

ENTRIES = read_entries(PAGE.read_text(encoding="utf-8"))
LEAST_ENTRIES, LEAST_IMPLEMENTATIONS = 15, 5
PUBLISHED, WITHDRAWN = 21, (8, 11)
"""Number of entries ever published, and the numbers of the withdrawn ones."""
NEWER = """
def assign(group):
    everything = {topic.name: list(range(topic.partitions)) for topic in group.topics}
    takers = group.members if len(group.topics) > 1 else group.members[:1]
    return {member.id: everything if member in takers else {} for member in group.members}
"""
"""An assignor's source: the first member gets one topic; every member gets all of several topics."""


@pytest.fixture
def entry(tmp_path: Path) -> MuseumEntry:
    """Return an invented entry: KIP-54's rule leaves a partition with both claimants, today's rule with one."""
    group = group_of({"t0": 1}, {"C0": ["t0"], "C1": ["t0"]}, owned={"C0": {"t0": [0]}, "C1": {"t0": [0]}})
    steps = (CaseStep(group=group),)
    case = Case(
        law="one-owner-each",
        inputs="overlapping-claims",
        target="sticky@kip54",
        seed=0,
        versions={},
        steps=steps,
        facts={},
    )
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case_to_json(case)), encoding="utf-8")
    return MuseumEntry(number=1, text="", has="sticky@kip54", fixed="sticky", file=str(file))


def test_museum_has_at_least_15_entries_of_5_implementations() -> None:
    assert len(ENTRIES) >= LEAST_ENTRIES
    assert len({entry.implementation for entry in ENTRIES}) >= LEAST_IMPLEMENTATIONS


def test_every_number_is_an_entry_or_withdrawn() -> None:
    """Numbers follow the order of the page and are not reused."""
    numbers = [entry.number for entry in ENTRIES]

    assert sorted(numbers) == numbers
    assert list(range(1, PUBLISHED + 1)) == sorted(numbers + list(WITHDRAWN))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.number))
def test_entry_has_its_small_case(entry: MuseumEntry) -> None:
    """Its target is the faulty release, and its law is the entry's."""
    case = entry.read_case()

    assert entry.has == case.target
    assert f"`{case.law}`" in entry.text
    assert len(case.group.members) <= MEMBERS
    assert sum(topic.partitions for topic in case.group.topics) <= PARTITIONS


def test_every_case_is_shown_on_the_page() -> None:
    shown = {entry.file for entry in ENTRIES}

    assert shown == {str(file.relative_to(ROOT)) for file in (PAGE.parent / "museum" / "cases").iterdir()}


def test_entry_without_two_replays_is_rejected() -> None:
    """The fixed release must be shown too."""
    page = "### 1. A fault\n\n```\n$ assay check sticky@kip54 --case a.json\n```\n"

    with pytest.raises(ValueError, match="expected two replay commands"):
        read_entries(page)


def test_entry_holds_if_the_old_release_breaks_and_the_new_one_keeps(entry: MuseumEntry) -> None:
    turned = replace(entry, has=entry.fixed, fixed=entry.has)

    assert (ReleaseOutcome("broken"), ReleaseOutcome("kept")) == replay_case(entry)[1:]
    assert [True, False] == [replay_case(entry).is_still_true, replay_case(turned).is_still_true]


def test_search_finds_the_fault_again(entry: MuseumEntry) -> None:
    """It searches both releases as `check` does."""
    row = search_law(entry, 2.0)

    assert ["broken", "kept"] == [row.has.word, row.fixed.word]
    assert "2 x 1" in row.has.how


def test_another_fault_in_the_fixed_release_is_reported_separately(
    entry: MuseumEntry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "newer.py").write_text(NEWER, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    row = search_law(replace(entry, fixed="python:newer:assign"), 2.0)

    assert row.is_still_true
    assert row.fixed.how.startswith("there; elsewhere broken (after ")


def test_unavailable_release_is_exit_code_3(entry: MuseumEntry) -> None:
    """Unless another entry fails."""
    open_row = replay_case(replace(entry, fixed="python:no_such_module:Assignor"))
    fallen = MuseumRow(entry, ReleaseOutcome("kept"), ReleaseOutcome("kept"))

    assert ("unavailable", None) == (open_row.fixed.word, open_row.is_still_true)
    assert [0, 3, 1] == [exit_code(rows) for rows in ([], [open_row], [open_row, fallen])]
