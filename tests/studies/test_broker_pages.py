"""The record of replays on a real broker, the pages and the cases agree. No broker runs here."""

from __future__ import annotations

import json

import pytest

from studies.findings.finding_pages import FINDINGS, finding_rows, places_of_ids
from studies.records import read_lines
from tests.support.broker.finding_histories import HISTORIES

LINES = {line["finding"]: line for line in read_lines(FINDINGS / "broker.jsonl")}
SEEN = {name for name, line in LINES.items() if line["seen"]}
BY_HAND = {"kacrab-1", "kafka-go-4"}
"""Without a history."""
PLACES = places_of_ids(finding_rows())


def test_every_history_has_a_line_in_the_record() -> None:
    assert set(HISTORIES) == set(LINES)


@pytest.mark.parametrize("name", sorted(SEEN))
def test_the_page_shows_the_excerpt_of_the_record(name: str) -> None:
    excerpt = "\n".join(LINES[name]["excerpt"])

    assert f"```\n{excerpt}\n```" in (FINDINGS / PLACES[name]).read_text("utf-8")


def test_cases_say_broker_where_the_fault_was_seen_there() -> None:
    sources = {
        path.stem: (json.loads(path.read_text("utf-8")).get("path") or {}).get("source")
        for path in (FINDINGS / "cases").glob("*.json")
    }

    assert SEEN | BY_HAND == {name for name, source in sources.items() if source == "broker"}
