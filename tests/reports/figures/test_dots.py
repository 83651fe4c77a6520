from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kafka_assay.reports.figures.dots import Dot, DotPanel, DotRow, DotsFigure
from kafka_assay.reports.render.drawing import draw_svg
from studies.quality.quality_chapter import group_by_rule, quality_figure
from studies.quality.quality_record import Quality, QualityTally


def quality(target: str, groups: int = 10, **unequal: Any) -> Quality:
    """Return a target that is optimal with equal subscriptions, and has these figures with others."""
    half = groups // 2
    tallies = {
        "equal": QualityTally(asked=half, even=half),
        "unequal": QualityTally(**{"asked": half, "even": half} | unequal),
    }
    return Quality(target=target, version="1", groups=groups, tallies=tallies)


def test_title_counts_released_assignors_at_the_optimum() -> None:
    """References do not count; fewer groups than usual are stated. Each target is listed once under its rule."""
    best, wasteful = quality("kafka-python==3.0.12:sticky"), quality("librdkafka==2.15.1:range", wasteful=1)

    even = quality_figure(group_by_rule([best, wasteful, quality("sticky")]))
    uneven = quality_figure(group_by_rule([best, quality("aiokafka==0.14.0:sticky", groups=4_000)]))

    assert "1 of 2 released assignors are optimal in balance and moves on all 10 groups" == even.title
    assert uneven.title.startswith("2 of 2")
    assert uneven.title.endswith("all 10 to 4,000 groups")
    assert "2 sticky, 1 range" in even.alt
    svg = draw_svg(even)
    for text in ("Sticky", "Range", "sticky (reference)", "kafka-python sticky", "moves wasted"):
        assert 1 == svg.count(f">{text}"), text


def test_figure_has_a_panel_for_each_figure_and_a_dot_for_each_mean() -> None:
    """An axis begins at 0, though an interval may reach below. A cell without a number is empty."""
    ax = Figure().add_subplot()
    rows = [DotRow("a", ((Dot(5.0, -1.0, 11.0),), (None,))), DotRow("b", ((Dot(200.0, 1, 201),), (None,)))]

    DotsFigure(title="x", alt="", panels=(DotPanel("p"), DotPanel("q", (0, 1, 100))), rows=rows).plot(ax)

    panels = [inner for inner in ax.child_axes if isinstance(inner, Axes)]
    assert ["p", "q"] == [inner.get_title(loc="left") for inner in panels]
    assert all(inner.get_xlim()[0] == 0 for inner in panels)
    assert [(2,), (0,)] == [np.shape(inner.lines[-1].get_xdata()) for inner in panels]
