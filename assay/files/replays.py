"""Write replayed lives into a folder: rows, records, and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.files.out_folder import file_name, write_record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kafka_assay.pipeline.replay.replayed_life import ReplayedLife
    from kafka_assay.reports.views.replay import ReplayReport


def write_replays(reports: Sequence[ReplayReport], folder: Path) -> Path:
    """
    Write the rows of all lives; for each life its record, its readers, and a picture with each target.

    Returns the file of the rows. Raises `OSError`.
    """
    from kafka_assay.assignors.formats.codec import write_rows
    from kafka_assay.pipeline.replay.reader_rows import ReaderRow, reader_rows
    from kafka_assay.pipeline.replay.replay_rows import ROWS, ReplayRow, replay_rows
    from kafka_assay.reports.figures.life import LifeFigure
    from kafka_assay.reports.render.drawing import draw_png
    from kafka_assay.reports.views.replay import readers_file, record_file
    from kafka_assay.reports.wording.safe_names import anchors

    rows = []
    for report, name in zip(reports, anchors("", [report.life for report in reports]), strict=True):
        shown = _replays_of(report)
        for replayed in shown:
            rows += replay_rows(report.life, replayed)
            drawn = draw_png(LifeFigure(life=report.life, replayed=replayed, optimum=report.optimum))
            (folder / f"{name}-{file_name(replayed.target)}.png").write_bytes(drawn)
        record = record_file(folder, name)
        write_record(record, report.document())
        moments = (row for one in shown for row in reader_rows(one.target, one.moments))
        write_rows(readers_file(record), ReaderRow, moments)
    write_rows(folder / ROWS, ReplayRow, rows)
    return folder / ROWS


def _replays_of(report: ReplayReport) -> list[ReplayedLife]:
    """The life with each target and the optimum, each once."""
    optimum = [] if report.optimum is None else [report.optimum]
    return list({one.target: one for one in (*optimum, *report.replays)}.values())
