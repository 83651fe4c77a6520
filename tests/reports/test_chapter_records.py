from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.figures.growth import GrowthFigure, TargetCurve
from kafka_assay.reports.views import ReportOptions, bench, comparison

SIZES = ((1_000, 100, 10), (10_000, 1_000, 10))


def bench_record(**spoilt: Any) -> dict[str, Any]:
    """Return a record of two contestants at one size; `spoilt` edits the second one's point."""
    point = {
        "version": "1",
        "workload": "20x2x1-HOMOGENEOUS-FULL",
        "partitions": 20,
        "member_count": 2,
        "partitions_to_member_ratio": 10,
        "topic_count": 1,
        "subscription_type": "HOMOGENEOUS",
        "event": "FULL",
        "seconds": 0.001,
        "broken": [],
        "error": None,
    }
    return {
        "format": "assay-bench/1",
        "machine": {"processor": "P", "cores": 2, "python": "CPython 3.11"},
        "versions": {},
        "seed": 0,
        "command": "assay bench a b",
        "points": [{**point, "target": "a"}, {**point, "target": "b", **spoilt}],
    }


def test_title_compares_a_client_with_the_reference_of_its_rule() -> None:
    """The ratio is for the largest size."""
    curves = (
        TargetCurve(target="range", seconds=(0.001, 0.001)),
        TargetCurve(target="sticky", seconds=(0.001, 0.02)),
        TargetCurve(target="kafka-python:sticky", seconds=(0.5, 0.2)),
    )

    title = GrowthFigure(event="FULL", sizes=SIZES, curves=curves).title

    assert (
        "10,000 partitions, 1,000 members, 10 topics: sticky takes 20.0 ms, kafka-python:sticky takes 10 times as long"
    ) == title


def test_contestant_without_an_answer_is_left_out_of_the_title() -> None:
    curves = (
        TargetCurve(target="sticky", seconds=(0.1, 0.1)),
        TargetCurve(target="aiokafka:sticky", seconds=(9.0, None)),
    )

    title = GrowthFigure(event="FULL", sizes=SIZES, curves=curves).title

    assert "10,000 partitions, 1,000 members, 10 topics: sticky takes 100 ms" == title


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ({"broken": ["one-owner-each"]}, "in the timed calls of: "),
        ({"seconds": None, "error": "hang"}, "No answer for some sizes"),
    ],
)
def test_wrong_and_missing_answers_are_on_the_first_screen(spoilt: dict[str, Any], said: str, tmp_path: Path) -> None:
    (tmp_path / "bench.json").write_text(json.dumps(bench_record(**spoilt)))

    written = bench.chapter(tmp_path, ReportOptions())

    assert written is not None
    assert said in repr(written.answers)


def test_damaged_point_is_reported_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "bench.json").write_text(json.dumps(bench_record(broken="one-owner-each")))

    with pytest.raises(AssayError, match=r"bench\.json: points\[1\]\.broken: .*expected a list"):
        bench.chapter(tmp_path, ReportOptions())


def test_folder_without_records_has_no_chapters(tmp_path: Path) -> None:
    written = (bench.chapter(tmp_path, ReportOptions()), comparison.chapter(tmp_path, ReportOptions()))

    assert (None, None) == written


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "assay-bench/2"}'])
def test_record_of_another_format_is_rejected_in_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "bench.json").write_text(text)

    with pytest.raises(AssayError, match=r"bench.json.*assay-bench/1"):
        bench.chapter(tmp_path, ReportOptions())
