from __future__ import annotations

import json

from matplotlib.figure import Figure

from kafka_assay.assignors.formats.life_format import life_from_json
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.pipeline.replay.life_input import bundled_life
from kafka_assay.pipeline.replay.replay import replay_life
from kafka_assay.pipeline.replay.replayed_life import Timing
from kafka_assay.reports.figures.life import LifeFigure


def figure(name: str) -> LifeFigure:
    life = life_from_json(json.loads(bundled_life(name)))
    replayed, optimum = (
        replay_life(life, ReferenceTarget(target), Timing()) for target in ("cooperative-sticky", "optimal")
    )
    return LifeFigure(life=name, replayed=replayed, optimum=optimum)


def test_title_says_what_the_life_costs() -> None:
    """The optimum stands beside it."""
    costs = "2 moves, 15 partition-seconds without a reader (optimum: 2 and 15)"

    assert f"kip-54-cost with cooperative-sticky: {costs}" == figure("kip-54-cost").title


def test_each_member_has_a_row_and_stops_are_hatched() -> None:
    ax = Figure().add_subplot()

    figure("kip-54-cost").plot(ax)

    assert ["C0", "C1", "C2"] == sorted(label.get_text() for label in ax.get_yticklabels())
    assert any(drawn.get_hatch() for drawn in ax.patches)
    assert figure("kip-54-cost").frame.height < figure("rolling-deploy-static").frame.height < 12
