"""Tests of the regression museum: the page, its cases, and what a replay says."""

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
"""How many entries were ever published, and the numbers of those that were withdrawn."""
NEWER = """
def assign(group):
    everything = {topic.name: list(range(topic.partitions)) for topic in group.topics}
    takers = group.members if len(group.topics) > 1 else group.members[:1]
    return {member.id: everything if member in takers else {} for member in group.members}
"""
"""An assignor's source: of one topic all goes to the first member, of several all to everybody."""


@pytest.fixture
def entry(tmp_path: Path) -> MuseumEntry:
    """A made-up entry: two claims of one partition, which KIP-54's rule leaves with both, and today's with one."""
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


def test_the_museum_is_large_enough() -> None:
    """At least 15 entries, of at least 5 implementations."""
    assert len(ENTRIES) >= LEAST_ENTRIES
    assert len({entry.implementation for entry in ENTRIES}) >= LEAST_IMPLEMENTATIONS


def test_every_number_is_an_entry_or_withdrawn() -> None:
    """Entries are numbered in the order of the page, and no number is used again."""
    numbers = [entry.number for entry in ENTRIES]

    assert sorted(numbers) == numbers
    assert list(range(1, PUBLISHED + 1)) == sorted(numbers + list(WITHDRAWN))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.number))
def test_an_entry_has_its_case(entry: MuseumEntry) -> None:
    """
    The case is there, is small, is of the release that has the fault, and its law is the one that the entry names.
    """
    case = entry.read_case()

    assert entry.has == case.target
    assert f"`{case.law}`" in entry.text
    assert len(case.group.members) <= MEMBERS
    assert sum(topic.partitions for topic in case.group.topics) <= PARTITIONS


def test_no_case_is_left_over() -> None:
    """Every file beside the page is shown on it."""
    shown = {entry.file for entry in ENTRIES}

    assert shown == {str(file.relative_to(ROOT)) for file in (PAGE.parent / "museum" / "cases").iterdir()}


def test_an_entry_without_two_replays_is_refused() -> None:
    """A page that forgets the fixed release is no evidence."""
    page = "### 1. A fault\n\n```\n$ assay check sticky@kip54 --case a.json\n```\n"

    with pytest.raises(ValueError, match="expected two replay commands"):
        read_entries(page)


def test_a_replay_tells_both_releases(entry: MuseumEntry) -> None:
    """Broken in the one and kept in the other: the entry stands; the other way round it does not."""
    turned = replace(entry, has=entry.fixed, fixed=entry.has)

    assert (ReleaseOutcome("broken"), ReleaseOutcome("kept")) == replay_case(entry)[1:]
    assert [True, False] == [replay_case(entry).is_still_true, replay_case(turned).is_still_true]


def test_a_search_finds_it_anew(entry: MuseumEntry) -> None:
    """Both releases are searched as `check` does; the row has the size of the counterexample."""
    row = search_law(entry, 2.0)

    assert ["broken", "kept"] == [row.has.word, row.fixed.word]
    assert "2 x 1" in row.has.how


def test_another_fault_in_the_fixed_release_is_named_as_such(
    entry: MuseumEntry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever keeps what was found at the old release, and breaks the law on two topics, has fixed that fault."""
    (tmp_path / "newer.py").write_text(NEWER, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    row = search_law(replace(entry, fixed="python:newer:assign"), 2.0)

    assert row.is_still_true
    assert row.fixed.how.startswith("there; elsewhere broken (after ")


def test_what_cannot_be_had_is_open(entry: MuseumEntry) -> None:
    """A release that cannot be opened makes the exit code 3, unless another entry has fallen."""
    open_row = replay_case(replace(entry, fixed="python:no_such_module:Assignor"))
    fallen = MuseumRow(entry, ReleaseOutcome("kept"), ReleaseOutcome("kept"))

    assert ("unavailable", None) == (open_row.fixed.word, open_row.is_still_true)
    assert [0, 3, 1] == [exit_code(rows) for rows in ([], [open_row], [open_row, fallen])]
