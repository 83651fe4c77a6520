from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Group, group_of
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.what_if import LeftOut, RoundFigures, WhatIfOutcome
from kafka_assay.reports.views.whatif import WhatIfReport, whatif_table
from tests.pipeline.whatif.groups import THREE_OF_NINE
from tests.reports.blocks import cells_of, lines_in
from tests.reports.wording.test_whatif_words import outcome as outcome_of


def outcome(target: str, *, present: bool = False, interrupted: int = 9) -> WhatIfOutcome:
    change = RoundFigures(rebalance="change", number=1, revoked=1, granted=1, unread=0)
    back = replace(change, rebalance="return", number=2)
    usual = outcome_of(target, 13, 14, stops=interrupted, switch=None if present else 4, moved=1)
    return replace(usual, ownerless=9, rounds=(change, back, back), topic_spread=None)


def report(*outcomes: WhatIfOutcome, strategy: str | None = "range") -> WhatIfReport:
    return WhatIfReport(
        group=replace(THREE_OF_NINE, name="g", strategy=strategy),
        planned=plan_change(THREE_OF_NINE, Change(leave=("a",), join=1)),
        targets=outcomes,
        left_out=(LeftOut("mine", "KeyError: 'b'"),),
        best_loads=(13, 14),
    )


def lines_of(shown: WhatIfReport) -> list[str]:
    """Return the lines above the table."""
    first, *_ = shown.blocks()
    return lines_in(first)


def test_first_line_answers_for_the_present_assignor() -> None:
    lines = lines_of(report(outcome("range", present=True, interrupted=27), outcome("sticky")))

    assert [
        (
            "g (3 members, 27 partitions): a leaves, one member joins. "
            "Of these assignors, sticky stops partitions least often: 9 times."
        ),
        (
            "With range, its assignor today, 1 partition moves, 9 have no owner when a rebalance begins, "
            "and 27 of 27 have no reader for some time."
        ),
        "new-1 subscribes to t, the most common subscription.",
        "mine is left out: KeyError: 'b'.",
    ] == lines


def test_what_runs_today_is_named_where_it_was_not_asked() -> None:
    """No row has its star then, so no legend explains one."""
    shown = report(outcome("sticky"))

    assert "range, its assignor today, was not asked." in lines_of(shown)
    assert "the assignor" == whatif_table(shown).columns[0].meaning


def test_partitions_that_lose_all_subscribers_and_an_unknown_assignor_are_said() -> None:
    lost = replace(outcome("range", present=True), ownerless=0, unassigned=9)

    assert lines_of(report(lost))[1].endswith("and 9 of 27 have no reader for some time; 9 stay without one.")
    assert (
        "The group does not say which assignor it runs: each target counts from its own settled assignment."
        == lines_of(report(outcome("sticky"), strategy=None))[-1]
    )


def test_row_has_every_figure_and_marks_what_runs_today() -> None:
    """The rounds are counted for each rebalance."""
    first, second = cells_of(whatif_table(report(outcome("range", present=True), outcome("sticky"))))

    assert ["range *", "1", "9", "9", "1 + 2", "14/13", ""] == first
    assert ["sticky", "4"] == [second[0], second[-1]]


def test_figures_that_depend_on_new_ids_are_ranges() -> None:
    """A range of one figure is enough for the sentence."""
    spans = ((0, 0), (0, 1), (26, 27))
    ranged = replace(outcome("range"), loads_range=spans, topic_spread=2.5, topic_spread_range=(0.5, 2.5))

    cells, _ = cells_of(whatif_table(report(ranged, outcome("sticky"))))

    assert ["26–27/0–1/0", "1–2", "0.5–2.5"] == cells[5:8]
    assert any("depends on how new ids sort" in line for line in lines_of(report(ranged)))


PAIR = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}, "b": {"t": [2]}})
TWICE = group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}, "b": {"t": [1, 2]}})
RACKED = replace(
    PAIR,
    topics=(replace(PAIR.topics[0], replica_racks=(("x",), ("y",), ("x",), ("y",))),),
    members=tuple(replace(one, rack=rack) for one, rack in zip(PAIR.members, "xy", strict=True)),
)
LAGGING = replace(PAIR, topics=(replace(PAIR.topics[0], end_offsets=(9, 1, 1, 1), committed_offsets=(0, 1, 0, 0)),))


@pytest.mark.parametrize(
    ("group", "change", "by", "said"),
    [
        (PAIR, Change(), None, "without changes. Today the loads are 2/1 and 1 partition has no owner."),
        (PAIR, Change(join=1), None, "one member joins. Today 1 partition has no owner."),
        (TWICE, Change(), None, "without changes. Today the loads are 2/2 and 1 partition has several owners."),
        (THREE_OF_NINE, Change(join=1), None, "(3 members, 27 partitions): one member joins."),
        (replace(PAIR, state="PreparingRebalance"), Change(), None, "(2 members, 4 partitions): a rebalance without"),
        (
            LAGGING,
            Change(),
            "lag",
            (
                "By lag, the heaviest member has 9 unread records with range. "
                "No plan leaves it less than 9: t-0 alone holds that, of 11 in all."
            ),
        ),
        (RACKED, Change(), None, "range moves partitions to members in a rack of a replica, roundrobin not."),
        (replace(PAIR, strategy="connect"), Change(), None, "Connect assigns its tasks itself: no assignor of"),
    ],
)
def test_first_lines_say_what_is_wrong_today_and_what_limits_every_plan(
    group: Group, change: Change, by: str | None, said: str
) -> None:
    planned = plan_change(group, change)
    named = replace(group, name="g")
    ranged = replace(outcome("range"), heaviest=None if by is None else 9.0)

    targets = (ranged, outcome("roundrobin")) if group is RACKED else (ranged,)

    lines = lines_of(WhatIfReport(group=named, planned=planned, targets=targets, best_loads=(13, 14), by=by))

    assert said in " ".join(lines)


def test_rebalance_of_today_ends_before_a_change_and_stops_are_compared() -> None:
    rebalancing = replace(PAIR, state="PreparingRebalance", strategy="range")
    targets = outcome("range", present=True), outcome("sticky", interrupted=5)

    shown = WhatIfReport(group=rebalancing, planned=plan_change(PAIR, Change(join=1)), targets=targets)

    assert "not compared" not in " ".join(lines_of(shown))
