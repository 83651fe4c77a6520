"""
The known differences from Kafka's classes, each with a small group and both answers, as the page on them shows.

Kafka's side is recorded from release 4.4.0; `tests/assignors/hosted/java/test_differences.py` asks it again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.registry import reference_assignor
from tests.assignors.reference.answers import as_sets

ROOT = Path(__file__).parents[3]
DIFFERENCES = ROOT / "tests" / "data" / "golden" / "kafka-4.4.0-differences.jsonl"
PAGE = ROOT / "docs" / "differences-from-kafka.md"


def differences() -> list[Any]:
    """
    One record for each reference and group: `why`, the `group`, what `kafka` answered (or the kind of its `error`), and
    what the `reference` does.
    """
    return [json.loads(line) for line in DIFFERENCES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("line", differences(), ids=lambda line: f"{line['assignor']}, {line['why']}")
def test_the_reference_answers_as_recorded(line: Any) -> None:
    """And that is not what Kafka's class answered."""
    given = reference_assignor(line["assignor"]).assign(group_from_json(line["group"]))

    assert line["reference"] == given
    assert line["kafka"] is None or as_sets(line["kafka"]) != as_sets(given)


def test_the_page_shows_what_is_recorded() -> None:
    """Every answer of Kafka's, every kind of error, and every cause."""
    page = PAGE.read_text(encoding="utf-8")

    said = [line["why"] if line["kafka"] is None else str(line["kafka"]) for line in differences()]

    assert [] == [one for one in said if one.lower() not in page.lower()]
