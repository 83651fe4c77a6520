"""The record of replays on a real broker, the pages and the cases agree. No broker runs here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from studies.broker.broker_pages import RECORD, excerpt_of, mark_case, replace_excerpt
from studies.broker.finding_histories import HISTORIES
from studies.findings.finding_pages import FINDINGS, finding_rows, places_of_ids
from studies.records import read_lines

LINES = {line["finding"]: line for line in read_lines(RECORD)}
SEEN = {name for name, line in LINES.items() if line["seen"]}
BY_HAND = {"kacrab-1", "kafka-go-4"}
"""Without a history."""
PLACES = places_of_ids(finding_rows())


def test_every_history_has_a_line_in_the_record() -> None:
    assert set(HISTORIES) == set(LINES)


@pytest.mark.parametrize("name", sorted(LINES))
def test_the_page_shows_the_excerpt_of_the_record(name: str) -> None:
    text = (FINDINGS / PLACES[name]).read_text("utf-8")

    assert (LINES[name]["excerpt"] if name in SEEN else None) == excerpt_of(name, text)


def test_the_excerpt_of_a_shared_page_is_in_the_paragraph_of_its_id() -> None:
    page = (
        "# T\n\n**On a real broker: a-1.** Seen.\n\n```\nold\n```\n\n**On a real broker: b-1.** Seen.\n\n```\nb\n```\n"
    )

    written = replace_excerpt("a-1", page, ["new"])

    assert page.replace("old", "new") == written
    assert (["new"], ["b"]) == (excerpt_of("a-1", written), excerpt_of("b-1", written))


def test_the_excerpt_of_a_section_is_not_that_of_the_next_one() -> None:
    page = "## a-1: T\n\nText.\n\n## a-2: T\n\n**On a real broker.** Seen.\n\n```\nline\n```\n"

    assert (None, ["line"]) == (excerpt_of("a-1", page), excerpt_of("a-2", page))
    with pytest.raises(AssayError, match=r"a-1: expected a paragraph \*\*On a real broker\.\*\*"):
        replace_excerpt("a-1", page, [])


def test_cases_say_broker_where_the_fault_was_seen_there() -> None:
    sources = {
        path.stem: (json.loads(path.read_text("utf-8")).get("path") or {}).get("source")
        for path in (FINDINGS / "cases").glob("*.json")
    }

    assert SEEN | BY_HAND == {name for name, source in sources.items() if source == "broker"}


def test_a_case_keeps_the_life_that_it_has(tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    case = {"format": "assay-case/1", "law": "x", "inputs": "clean", "steps": []}
    file.write_text(json.dumps({**case, "path": {"status": "constructed", "life": {"name": "L"}, "histories": 7}}))

    mark_case(file)

    written = json.loads(file.read_text("utf-8"))
    assert {"status": "shown", "life": {"name": "L"}, "histories": 7, "source": "broker"} == written["path"]
    assert ["format", "law", "inputs", "path", "steps"] == list(written)
