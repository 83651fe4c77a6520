"""Tests of the benchmark's chapter."""

from __future__ import annotations

from kafka_assay.reports.chapters.timings import MOST_CURVES, most_telling
from kafka_assay.reports.figures.growth import TargetCurve


def test_of_many_contestants_the_most_telling_are_drawn() -> None:
    """The real clients and their rules first, then the slowest; in the order in which they were asked."""
    references = [TargetCurve(target=f"rule-{place}", seconds=(place / 10,)) for place in range(20)]
    clients = [TargetCurve(target=f"kafka-python:rule-{place}", seconds=(1.0,)) for place in (3, 4)]

    chosen = [curve.target for curve in most_telling([*references, *clients])]

    assert MOST_CURVES == len(chosen)
    slowest = [f"rule-{place}" for place in range(12, 20)]
    assert ["rule-3", "rule-4", *slowest, "kafka-python:rule-3", "kafka-python:rule-4"] == chosen


def test_few_contestants_are_all_drawn() -> None:
    """Nothing is left out that has room."""
    curves = [TargetCurve(target=f"rule-{place}", seconds=(None,)) for place in range(MOST_CURVES)]

    assert curves == most_telling(curves)
