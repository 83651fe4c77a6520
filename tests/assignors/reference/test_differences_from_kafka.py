"""The known differences from Kafka's classes. The Java host's test_differences.py checks Kafka's side."""

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
    """Return one record per reference and group: `why`, `group`, `kafka` or `error`, and `reference`."""
    return [json.loads(line) for line in DIFFERENCES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("line", differences(), ids=lambda line: f"{line['assignor']}, {line['why']}")
def test_references_answer_as_recorded(line: Any) -> None:
    given = reference_assignor(line["assignor"]).assign(group_from_json(line["group"]))

    assert line["reference"] == given
    assert line["kafka"] is None or as_sets(line["kafka"]) != as_sets(given)


def test_page_shows_each_recorded_difference() -> None:
    page = PAGE.read_text(encoding="utf-8")

    said = [line["why"] if line["kafka"] is None else str(line["kafka"]) for line in differences()]

    assert [] == [one for one in said if one.lower() not in page.lower()]
