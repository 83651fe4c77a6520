from __future__ import annotations

from typing import Any

from kafka_assay.benchmarks.quality_record import Quality
from kafka_assay.benchmarks.quality_tally import QualityTally
from kafka_assay.reports.bench.quality_rows import group_by_rule
from kafka_assay.reports.figures.quality import QualityFigure
from kafka_assay.reports.render.drawing import draw_svg


def quality(target: str, groups: int = 10, **unequal: Any) -> Quality:
    """Return a target that is optimal with equal subscriptions, and has these figures with others."""
    half = groups // 2
    tallies = {
        "equal": QualityTally(asked=half, even=half),
        "unequal": QualityTally(**{"asked": half, "even": half} | unequal),
    }
    return Quality(target=target, version="1", groups=groups, tallies=tallies)


def test_title_counts_released_assignors_at_the_optimum() -> None:
    """References do not count; fewer groups than usual are stated."""
    best, wasteful = quality("kafka-python==3.0.12:sticky"), quality("librdkafka==2.15.1:range", wasteful=1)
    reference = quality("sticky")

    even = QualityFigure(rules=group_by_rule([best, wasteful, reference]))
    uneven = QualityFigure(rules=group_by_rule([best, quality("aiokafka==0.14.0:sticky", groups=4_000)]))

    assert "1 of 2 released assignors are optimal in balance and moves on all 10 groups" == even.title
    assert uneven.title.startswith("2 of 2")
    assert uneven.title.endswith("all 10 to 4,000 groups")
    assert "2 sticky, 1 range" in even.alt


def test_each_target_is_listed_once_under_its_rule() -> None:
    """A target that never answered is drawn too."""
    figure = QualityFigure(
        rules=group_by_rule([quality("sticky"), quality("kafka-python==3.0.12:roundrobin", even=0, uneven=0)])
    )

    svg = draw_svg(figure)

    for text in ("Sticky", "Round-robin", "sticky (reference)", "kafka-python roundrobin", "moves wasted"):
        assert 1 == svg.count(f">{text}"), text
