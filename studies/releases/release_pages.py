"""
The pages of `docs/releases/`, made from the records there.

    python -m studies release_pages

writes a page and a picture for each record, and the generated part of the index. `history-NAME.json` is the record that
`assay releases TARGET --measure --out docs/releases` wrote; its file has the name of the implementation.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import NamedTuple

from kafka_assay.reports.chapters import ReportOptions
from kafka_assay.reports.chapters.history import chapter
from kafka_assay.reports.figures.measured_releases import history_figure
from kafka_assay.reports.history.document import FORMAT, history_from_json
from kafka_assay.reports.history.history_record import HistoryRecord
from kafka_assay.reports.history.lines import headline_lines
from kafka_assay.reports.history.measure_words import changes_in_words
from kafka_assay.reports.render.blocks import Code
from kafka_assay.reports.render.chapter import Chapter
from kafka_assay.reports.render.documents import read_file
from kafka_assay.reports.render.drawing import draw_png
from kafka_assay.reports.render.markdown import render_markdown, text_of
from studies.output import ROOT, replace_part

FOLDER = ROOT / "docs" / "releases"
INDEX = FOLDER / "README.md"
BEGIN, END = "<!-- what the records say -->", "<!-- end of the records -->"
PREFIX = "history-"


class PublishedHistory(NamedTuple):
    """An implementation by its `name` in the folder, and the record of its history."""

    name: str
    record: HistoryRecord


def published_histories() -> list[PublishedHistory]:
    """The records, in the order of their names."""
    found = ((path, read_file(path, FORMAT, history_from_json)) for path in sorted(FOLDER.glob(f"{PREFIX}*.json")))
    return [PublishedHistory(path.stem.removeprefix(PREFIX), record) for path, record in found if record is not None]


def page_texts() -> dict[Path, str]:
    """Each page and its text."""
    histories = published_histories()
    report = chapter(FOLDER, ReportOptions())
    if report is None:
        raise ValueError(f"{FOLDER}: no history")
    pages = {FOLDER / f"{one.name}.md": _page(one, report, place) for place, one in enumerate(histories)}
    index = replace_part(INDEX.read_text("utf-8"), BEGIN, END, [line for one in histories for line in _summary(one)])
    return {**pages, INDEX: index}


def options(parser: ArgumentParser) -> None:
    """Add no options."""


def run(_: Namespace) -> None:
    """Write the pages and the pictures."""
    for one in published_histories():
        (FOLDER / f"{one.name}.png").write_bytes(draw_png(history_figure(one.record)))
    for path, text in page_texts().items():
        path.write_text(text, encoding="utf-8")
        print(path)


def _page(one: PublishedHistory, report: Chapter, place: int) -> str:
    section = report.sections[place]
    text = render_markdown([Chapter(title=f"{one.name}, release by release", answers=(), sections=(section,))])
    return text.replace(f"(figures/{section.anchor}.svg)", f"({one.name}.png)")


def _summary(one: PublishedHistory) -> list[str]:
    """The index's part: the result of the laws, what was asked, and the changes."""
    result, asked = headline_lines(one.record)
    found = one.record.measurement
    return [
        f"## [{one.name}]({one.name}.md)",
        "",
        f"{text_of((Code(one.record.target), result.text.removeprefix(one.record.target)))}. {text_of((asked.text,))}.",
        "",
        *(f"* {text_of((told,))}" for told in (changes_in_words(found) if found else [])),
        "",
    ]
