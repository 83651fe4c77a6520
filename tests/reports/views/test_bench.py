from __future__ import annotations

from kafka_assay.reports.figures.growth import TargetCurve
from kafka_assay.reports.views.bench import MOST_CURVES, most_telling


def test_figure_is_limited_to_clients_rules_and_slowest_contestants() -> None:
    """In the order of the run."""
    references = [TargetCurve(target=f"rule-{place}", seconds=(place / 10,)) for place in range(20)]
    clients = [TargetCurve(target=f"kafka-python:rule-{place}", seconds=(1.0,)) for place in (3, 4)]

    chosen = [curve.target for curve in most_telling([*references, *clients])]

    assert MOST_CURVES == len(chosen)
    slowest = [f"rule-{place}" for place in range(12, 20)]
    assert ["rule-3", "rule-4", *slowest, "kafka-python:rule-3", "kafka-python:rule-4"] == chosen


def test_few_contestants_are_all_drawn() -> None:
    curves = [TargetCurve(target=f"rule-{place}", seconds=(None,)) for place in range(MOST_CURVES)]

    assert curves == most_telling(curves)
