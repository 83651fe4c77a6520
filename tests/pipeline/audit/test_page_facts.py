from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.audit import page_facts
from kafka_assay.pipeline.audit.audit_row import SUMMARY
from kafka_assay.pipeline.audit.page_facts import PAGES, PageFacts, find_page_facts, read_page_facts
from tests.pipeline.whatif.groups import THREE_OF_NINE
from tests.reports.audits import CAPTURES, audit_of


def test_audit_stores_the_facts_of_its_worst_groups(tmp_path: Path) -> None:
    """What is read back is what a report would find itself."""
    out = audit_of(tmp_path / "out", CAPTURES / "g-java-rr-hetero.json", CAPTURES / "g-java-default.json")

    found = read_page_facts(out)

    assert {0, 1} == found.keys()
    assert ((0, 66), (7, 0)) == (found[0].reachable[0], found[0].reachable[-1])
    assert ["leave", "join", "restart", "grow"] == list(found[0].what_ifs)
    assert ("roundrobin", True) == (found[0].what_ifs["leave"][0].target, found[0].what_ifs["leave"][0].present)


def test_folder_without_facts_has_none(tmp_path: Path) -> None:
    """As an audit of an older release wrote it."""
    assert {} == read_page_facts(tmp_path)


def test_damaged_file_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / SUMMARY).mkdir()
    (tmp_path / SUMMARY / PAGES).write_text('{"index": 0}\n')

    with pytest.raises(AssayError, match=r"what_ifs.*run the audit again"):
        read_page_facts(tmp_path)


def test_very_large_group_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is its frontier computed, from a larger size on."""
    monkeypatch.setattr(page_facts, "MOST_ASKED", 26)
    assert ({}, 1) == (find_page_facts(0, THREE_OF_NINE).what_ifs, len(find_page_facts(0, THREE_OF_NINE).reachable))

    monkeypatch.setattr(page_facts, "MOST_REACHED", 26)
    assert () == find_page_facts(0, THREE_OF_NINE).reachable


def test_group_without_members_has_no_facts() -> None:
    assert PageFacts(index=3, what_ifs={}, reachable=()) == find_page_facts(3, Group(topics=(), members=()))
