from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.reference.cooperative_sticky import CooperativeStickyAssignor
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.assignors.registry import reference_assignor
from tests.assignors.reference.answers import as_sets

STICKY: dict[str, type[StickyAssignor | CooperativeStickyAssignor]] = {
    "sticky": StickyAssignor,
    "cooperative-sticky": CooperativeStickyAssignor,
}
GOLDEN = Path(__file__).parents[2] / "data" / "golden" / "kafka-trunk-2024-10.jsonl"


def golden(*assignors: str, racks: bool = False) -> list[Any]:
    """Return the lines for `assignors` with or without racks."""
    lines = (json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines())
    chosen = [line for line in lines if line["assignor"] in assignors]
    return [line for line in chosen if racks == any("rack" in member for member in line["group"]["members"])]


@pytest.mark.parametrize(
    "line",
    golden("range", "roundrobin", "server-range", *STICKY) + golden("range", *STICKY, racks=True),
    ids=lambda line: line["assignor"],
)
def test_references_give_kafkas_golden_answers(line: Any) -> None:
    """Member by member."""
    given = reference_assignor(line["assignor"]).assign(group_from_json(line["group"]))

    assert as_sets(line["expected"]) == as_sets(given)


@pytest.mark.parametrize("line", golden("server-range"), ids=lambda line: line["group"]["members"][0]["id"])
def test_kafkas_server_range_order_changes_no_golden_answer(line: Any) -> None:
    """Topics by id, and members in the order of the coordinator's hash map."""
    group = group_from_json(line["group"])
    topics = tuple(sorted(group.topics, key=lambda topic: line["topic_id_order"].index(topic.name)))
    members = tuple(sorted(group.members, key=lambda member: line["member_iteration_order"].index(member.id)))

    given = reference_assignor("server-range").assign(replace(group, topics=topics, members=members))

    assert as_sets(line["expected"]) == as_sets(given)


def test_all_golden_lines_are_used() -> None:
    names = ("range", "roundrobin", "server-range", "sticky", "cooperative-sticky")

    assert [17, 18, 19, 84, 71] == [len(golden(name)) for name in names]
    assert [13, 0, 0, 16, 14] == [len(golden(name, racks=True)) for name in names]
    assert len(GOLDEN.read_text(encoding="utf-8").splitlines()) == 17 + 18 + 19 + 84 + 71 + 13 + 16 + 14
