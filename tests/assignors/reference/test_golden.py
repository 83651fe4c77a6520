"""
Kafka's own answers, line by line.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assignors.group_format import group_from_json
from assignors.reference.sticky import StickyAssignor
from assignors.registry import reference
from tests.assignors.reference.answers import as_sets

GOLDEN = Path(__file__).parents[2] / "data" / "golden" / "kafka-trunk-2024-10.jsonl"


def golden(*assignors: str) -> list[Any]:
    """
    The lines for `assignors` whose groups have no racks.
    """
    lines = (json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines())
    chosen = [line for line in lines if line["assignor"] in assignors]
    return [line for line in chosen if not any("rack" in member for member in line["group"]["members"])]


@pytest.mark.parametrize("line", golden("range", "roundrobin", "sticky"), ids=lambda line: line["assignor"])
def test_the_reference_answers_as_kafka_did(line: Any) -> None:
    """
    Member by member, the set of partitions is the one that Kafka's class gave.
    """
    given = reference(line["assignor"]).assign(group_from_json(line["group"]))

    assert as_sets(line["expected"]) == as_sets(given)


@pytest.mark.parametrize("line", golden("sticky"), ids=lambda line: line["assignor"])
def test_ties_as_in_java_change_no_golden_answer(line: Any) -> None:
    """
    The golden lines agree with either way of breaking ties.
    """
    given = StickyAssignor(ties="java").assign(group_from_json(line["group"]))

    assert as_sets(line["expected"]) == as_sets(given)


def test_all_golden_lines_are_asked() -> None:
    """
    The file holds 17 lines for range, 18 for roundrobin and 84 for sticky whose groups have no racks.
    """
    counts = [len(golden(assignor)) for assignor in ("range", "roundrobin", "sticky")]

    assert [17, 18, 84] == counts
