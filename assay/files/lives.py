"""Read lives: a bundled one, a file, or all files of a folder. Write replayed ones: rows, records, pictures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from assay.files.inputs import read_document
from assay.files.out_folder import file_name, write_record
from kafka_assay.assignors.errors import AssayError, InvalidGroup, nearest_word
from kafka_assay.assignors.formats.documents import group_in, is_life, parse_json, require_workable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafka_assay.assignors.life import Life
    from kafka_assay.pipeline.replay.replayed_life import ReplayedLife
    from kafka_assay.reports.views.replay import ReplayReport


def read_lives(path: str) -> list[Life]:
    """
    The lives that `path` names, each with a name. A group is a life without events.

    A file or folder comes before a bundled life of the same name. Raises `AssayError`, which names the file.
    """
    from kafka_assay.pipeline.replay.life_input import BUNDLED, bundled_life

    place = Path(path)
    if place.is_dir():
        files = sorted(entry for entry in place.iterdir() if entry.suffix.lower() == ".json" and entry.is_file())
        if not files:
            raise AssayError(f"{path}: the folder has no .json file: expected lives")
        return _with_different_names([(file, _life_in(read_document(str(file)), str(file))) for file in files])
    if path in BUNDLED and not place.exists():
        return [_life_in(parse_json(bundled_life(path)), path)]
    if not place.exists() and not place.suffix:
        nearest = nearest_word(path, BUNDLED)
        tip = "see assay list lives" if nearest is None else f"did you mean {nearest!r}?"
        raise AssayError(f"{path}: no such file, folder or bundled life; {tip}")
    return [_life_in(read_document(path), path)]


def _with_different_names(lives: list[tuple[Path, Life]]) -> list[Life]:
    """The lives; those that share a name get the name of their file, too."""
    counts = Counter(life.name for _, life in lives)
    return [
        life if counts[life.name] == 1 else replace(life, name=f"{life.name} ({file.stem})") for file, life in lives
    ]


def _life_in(document: object, file: str) -> Life:
    from kafka_assay.assignors.formats.life_format import life_from_json
    from kafka_assay.assignors.life import Life

    try:
        found = life_from_json(document) if is_life(document) else Life(group=require_workable(group_in(document)))
    except InvalidGroup as wrong:
        raise AssayError(f"{file}: {wrong}") from None
    return replace(found, name=found.name or found.group.name or Path(file).stem)


def write_replays(reports: Sequence[ReplayReport], folder: Path) -> Path:
    """
    Write the rows of all lives; for each life its record, its readers, and a picture with each target.

    Returns the file of the rows. Raises `OSError`.
    """
    from kafka_assay.assignors.formats.codec import write_rows
    from kafka_assay.pipeline.replay.reader_log import ReaderRow, reader_rows
    from kafka_assay.pipeline.replay.replayed_life import ROWS, ReplayRow, replay_rows
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
