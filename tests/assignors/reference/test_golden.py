"""Answers of Kafka's own classes, and the known differences from them, which the Java host's tests check, too."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.registry import reference_assignor
from tests.assignors.reference.answers import as_sets

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "tests" / "data" / "golden"
PAGE = ROOT / "docs" / "results" / "differences-from-kafka.md"
RELEASES = ("trunk-2024-10", "4.4.0")


def golden(name: str, assignor: str | None = None) -> list[Any]:
    """Return the lines of one file (None: for all assignors): `assignor`, `group` and Kafka's answer, `expected`."""
    lines = map(json.loads, (FOLDER / f"kafka-{name}.jsonl").read_text(encoding="utf-8").splitlines())
    return [line for line in lines if assignor in {None, line["assignor"]}]


DIFFERENCES = golden("4.4.0-differences")
"""One line for each reference and group: `why`, `group`, `kafka` or `error`, and `reference`."""


@pytest.mark.parametrize(
    "line", [line for release in RELEASES for line in golden(release)], ids=lambda line: line["assignor"]
)
def test_references_give_kafkas_golden_answers(line: Any) -> None:
    """Member by member."""
    given = reference_assignor(line["assignor"]).assign(group_from_json(line["group"]))

    assert as_sets(line["expected"]) == as_sets(given)


@pytest.mark.parametrize(
    "line", golden("trunk-2024-10", "server-range"), ids=lambda line: line["group"]["members"][0]["id"]
)
def test_kafkas_server_range_order_changes_no_golden_answer(line: Any) -> None:
    """Topics by id, and members in the order of the coordinator's hash map."""
    group = group_from_json(line["group"])
    topics = tuple(sorted(group.topics, key=lambda topic: line["topic_id_order"].index(topic.name)))
    members = tuple(sorted(group.members, key=lambda member: line["member_iteration_order"].index(member.id)))

    given = reference_assignor("server-range").assign(replace(group, topics=topics, members=members))

    assert as_sets(line["expected"]) == as_sets(given)


@pytest.mark.parametrize(
    ("release", "counts"),
    [
        ("trunk-2024-10", {"range": 30, "roundrobin": 18, "server-range": 19, "sticky": 100, "cooperative-sticky": 85}),
        ("4.4.0", {"range": 60, "sticky": 243, "cooperative-sticky": 103, "server-uniform": 110}),
    ],
)
def test_no_golden_line_is_lost(release: str, counts: dict[str, int]) -> None:
    assert counts == Counter(line["assignor"] for line in golden(release))


@pytest.mark.parametrize("line", DIFFERENCES, ids=lambda line: f"{line['assignor']}, {line['why']}")
def test_references_differ_as_recorded(line: Any) -> None:
    given = reference_assignor(line["assignor"]).assign(group_from_json(line["group"]))

    assert line["reference"] == given
    assert line["kafka"] is None or as_sets(line["kafka"]) != as_sets(given)


def test_page_shows_each_recorded_difference() -> None:
    page = PAGE.read_text(encoding="utf-8").lower()

    said = [line["why"] if line["kafka"] is None else str(line["kafka"]) for line in DIFFERENCES]

    assert [] == [one for one in said if one.lower() not in page]
