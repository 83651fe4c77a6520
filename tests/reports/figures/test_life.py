from __future__ import annotations

from matplotlib.figure import Figure

from kafka_assay.reports.figures.life import LifeFigure
from tests.reports.replays import replay_of


def figure(name: str) -> LifeFigure:
    report = replay_of(name, "cooperative-sticky")
    return LifeFigure(life=name, replayed=report.targets[0], optimum=report.optimum)


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
