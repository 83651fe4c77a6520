from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assay.verbs.replay_ import write_replays
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.pipeline.replay.recorded import RecordedMove, recorded_steps, replay_recorded
from kafka_assay.pipeline.replay.replay import replay_life
from kafka_assay.pipeline.replay.replayed_life import Timing
from kafka_assay.reports.render.blocks import Bullets, Chapter, Fold, Pictures, Table, words_of
from kafka_assay.reports.render.markdown import render_markdown
from kafka_assay.reports.views.recorded_life import recorded_blocks
from kafka_assay.reports.views.replay import MOST_PICTURES, ReplayReport, timing_sentence
from tests.pipeline.replay.test_recorded import LIFE as RECORDED
from tests.reports.blocks import chapter_in
from tests.reports.replays import replay_of

LIFE = "kip-54-cost"


def written(folder: Path, *reports: ReplayReport) -> Chapter:
    """The chapter of `reports`, through their files."""
    write_replays(reports, folder)
    return chapter_in(folder)


def test_first_sentence_names_who_stops_least_and_who_moves_least(tmp_path: Path) -> None:
    text = render_markdown([written(tmp_path, replay_of(LIFE, "sticky", "cooperative-sticky", "range"))])

    assert text.startswith("# Replay of kip-54-cost\n\n`kip-54-cost`: **cooperative-sticky** stops fewest")
    assert "**sticky and cooperative-sticky** move fewest partitions (2). With the optimum: 15 and 2." in text


def test_table_has_the_optimum_and_says_who_is_left_out(tmp_path: Path) -> None:
    text = render_markdown([written(tmp_path, replay_of(LIFE, "sticky"))])

    assert "| `the optimum` |" in text
    assert "`lag` is left out: crash." in text
    assert "every member subscribes to every topic" in text
    assert "assay replay kip-54-cost" in text


def test_lag_spread_is_shown_only_if_offsets_are_known(tmp_path: Path) -> None:
    assert "lag spread" not in render_markdown([written(tmp_path, replay_of(LIFE, "sticky"))])
    assert "lag spread" in render_markdown([written(tmp_path, replay_of("growing-topic", "sticky"))])


def test_picture_comes_back_as_it_was_drawn(tmp_path: Path) -> None:
    report = replay_of("rack-outage", "cooperative-sticky")

    (section,) = written(tmp_path, report).sections

    (picture,) = next(block for block in section.blocks if isinstance(block, Pictures)).pictures
    assert report.targets[0] == picture.drawing.replayed  # type: ignore[union-attr]
    assert report.optimum == picture.drawing.optimum  # type: ignore[union-attr]
    assert picture.drawing.alt.startswith("Time on the horizontal axis")


def test_each_life_has_a_section(tmp_path: Path) -> None:
    found = written(tmp_path, replay_of(LIFE, "sticky"), replay_of("crash-loop", "sticky"))

    assert "Replay of 2 lives" == found.title
    assert ["replay-crash-loop", "replay-kip-54-cost"] == [section.anchor for section in found.sections]


def test_further_pictures_are_counted_not_drawn(tmp_path: Path) -> None:
    report = replay_of(LIFE, "sticky")
    copies = tuple(replace(report.targets[0], target=f"sticky-{number}") for number in range(8))

    (section,) = written(tmp_path, replace(report, targets=copies)).sections

    fold = next(block for block in section.blocks if isinstance(block, Fold))
    assert isinstance(fold.blocks[0], Pictures)
    assert MOST_PICTURES - 1 == len(fold.blocks[0].pictures)
    assert "The folder has all 9 pictures." in repr(fold)


def test_one_target_is_not_compared_and_a_life_may_have_no_outcome(tmp_path: Path) -> None:
    one, none = replay_of(LIFE, "range"), replay_of(LIFE)

    assert "`kip-54-cost`: **range** 48 partition-seconds without a reader, 4 moved partitions. With the opt" in (
        render_markdown([written(tmp_path, one)])
    )
    assert "no target has an outcome" in render_markdown([written(tmp_path, none)])


def test_rebuilding_is_said_only_if_it_takes_time() -> None:
    assert "rebuilt" not in timing_sentence(Timing())
    assert "state is rebuilt for 20 s" in timing_sentence(Timing(rebuild=20))


def test_a_recorded_life_tells_what_happened_and_why(tmp_path: Path) -> None:
    report = replace(
        replay_of(LIFE, "sticky"),
        recorded=replay_recorded(RECORDED, Timing()),
        history=recorded_steps(RECORDED),
        targets=(replay_life(RECORDED, ReferenceTarget("sticky"), Timing()),),
    )

    text = render_markdown([written(tmp_path, report)])

    assert "3 partitions moved in 1 recorded rebalance after the start; counted from what was recorded" in text
    assert "before each, the best balance needs 2 moves." in text
    assert "| 9 | 4 to 5 | b joined | 2 | 0 | 2 | 3 | 2 | 2 |" in text
    assert "Generation 4 to 5: b joined. t-0, t-1 and t-3 from a to b." in text
    assert "| `recorded` | 1 | 2 | 3 |" in text
    assert "| stopped (model) |" in text
    assert "--json" not in text


@pytest.mark.parametrize(
    ("times", "caption", "cells"),
    [
        ((None, None), "What the log recorded", ["9"]),
        (("2026-07-17T10:00:01.5+02:00", "10:00:10,5"), "What the log recorded (2026-07-17)", ["10:00:01", "10:00:10"]),
        (
            ("Jul 17, 2026 11:59:59 PM", "Jul 18, 2026 12:00:08 AM"),
            "What the log recorded",
            ["Jul 17, 2026 11:59:59 PM", "Jul 18, 2026 12:00:08 AM"],
        ),
    ],
)
def test_times_are_as_in_the_log(times: tuple[str | None, ...], caption: str, cells: list[str]) -> None:
    steps = [replace(one, time=time) for one, time in zip(recorded_steps(RECORDED), times, strict=True)]

    table = recorded_blocks(steps)[0]

    assert isinstance(table, Table)
    assert caption == table.caption
    shown = [cell.line[0] for row in table.rows for cell in row[:2]]
    assert [] == [text for text in cells if text not in shown]


def test_rebalance_names_forty_partitions_and_counts_the_rest() -> None:
    moves = [(f"m{number}", "x", tuple(f"t-{one}" for one in range(15))) for number in range(4)]
    step = replace(
        recorded_steps(RECORDED)[1],
        moves=tuple(RecordedMove(before=before, after=after, partitions=names) for before, after, names in moves),
    )

    told = recorded_blocks([step, step])[1]

    assert isinstance(told, Bullets)
    assert "t-9 and 5 more from m2 to x and 15 more partitions." in words_of(told.lines[0])
    assert "The option --json has all partitions and rebalances (key history)." == told.lines[1]
