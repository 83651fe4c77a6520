from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife
from kafka_assay.pipeline.replay.timing import Timing
from kafka_assay.reports.answer.replay import COLUMNS, ReplayReport, replay_lines, replay_rows, timing_sentence


def replayed(target: str, stopped: float) -> ReplayedLife:
    return ReplayedLife(
        target=target,
        version="1",
        protocol=Protocol.EAGER,
        steps=(),
        seconds=9.0,
        stopped_partition_seconds=stopped,
        taken=0,
        moments=(),
    )


REPORT = ReplayReport(
    life="deploy",
    members=1,
    partitions=6,
    events=2,
    timing=Timing(),
    replays=(replayed("sticky", 1200.0), replayed("range", 1500.0)),
    optimum=replayed("optimal", 6.0),
    left_out=(("lag", "crash"),),
)


def test_first_line_names_the_target_that_stops_least_and_the_optimum() -> None:
    headline, left_out = (line.text for line in replay_lines(REPORT))

    assert headline.startswith("deploy (1 member, 6 partitions, 2 events). sticky stops least: ")
    assert "for 1,200 partition-seconds in total, and 0 partitions move. With the optimum: 6 and 0." in headline
    assert "lag is left out: crash." == left_out


def test_one_target_is_not_compared() -> None:
    (line, _) = replay_lines(replace(REPORT, replays=REPORT.replays[:1], optimum=None))

    assert line.text.endswith(
        "With sticky partitions have no reader for 1,200 partition-seconds in total, and 0 partitions move."
    )


def test_optimum_is_the_last_row() -> None:
    rows = replay_rows(REPORT)

    assert ["sticky", "range", "the optimum"] == [row[0] for row in rows]
    assert {len(COLUMNS)} == {len(row) for row in rows}


def test_rebuilding_is_said_only_if_it_takes_time() -> None:
    assert "rebuilt" not in timing_sentence(Timing())
    assert "state is rebuilt for 20 s" in timing_sentence(Timing(rebuild=20))
