from __future__ import annotations

from kafka_assay.reports.figures.oracle_growth import GrowthSeries, OracleGrowthFigure
from kafka_assay.reports.render.drawing import draw_svg


def series(subscriptions: str, event: str, exponent: float) -> GrowthSeries:
    """Return a series: a second at 1,000 partitions, two at 2,000."""
    return GrowthSeries(
        subscriptions=subscriptions,
        event=event,
        partitions=(1_000, 2_000),
        seconds=(1.0, 2.0),
        exponent=exponent,
        check_exponent=1.0,
    )


def test_title_names_the_worst_series_and_counts_those_above_the_goal() -> None:
    good, bad = series("NESTED", "FULL", 1.0), series("RANDOM_HALF", "SCRAMBLED", 1.3)

    mixed = OracleGrowthFigure(series=(good, bad), wanted=1.15)
    all_good = OracleGrowthFigure(series=(good,), wanted=1.15)

    assert mixed.title.endswith("at most 1.30 (RANDOM_HALF, SCRAMBLED), 1 of 2 above 1.15")
    assert all_good.title.endswith("at most 1.00 (NESTED, FULL), all at most 1.15")
    assert "NESTED: FULL 1.00; RANDOM_HALF: SCRAMBLED 1.30" in mixed.alt


def test_each_kind_has_a_panel_and_each_event_a_name() -> None:
    """An event without a colour in the palette is drawn too."""
    figure = OracleGrowthFigure(series=(series("NESTED", "FULL", 1.0), series("NEW", "STRANGE", 0.9)), wanted=1.15)

    svg = draw_svg(figure)

    assert all(text in svg for text in ("NESTED: 1.00 to 1.00", "NEW: 0.90 to 0.90", "STRANGE: 2000 to 2000 ms"))
