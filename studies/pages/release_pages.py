"""
The pages of `docs/releases/`, made from the records there.

Each record has a page and a picture, and a part of the index. `history-NAME.json` is the record that
`assay releases TARGET --measure --out docs/releases` wrote; its file has the name of the implementation. The
counterexamples in the records also become the lines of `cases.jsonl`, in the place of the folder `cases` that the verb
writes: so `assay check --case` takes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kafka_assay.properties.records.case_format import Case, case_to_json
from kafka_assay.properties.records.typed_record import read_file
from kafka_assay.reports.figures.releases import history_figure
from kafka_assay.reports.history.document import FORMAT, history_from_json
from kafka_assay.reports.history.history_record import HistoryRecord, about, headline
from kafka_assay.reports.history.measures import changes_in_words
from kafka_assay.reports.render.blocks import Chapter, Code
from kafka_assay.reports.render.drawing import draw_png
from kafka_assay.reports.render.markdown import render_markdown, text_of
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.views.history import chapter
from studies.output import ROOT, GeneratedFiles, replace_part

FOLDER = ROOT / "docs" / "releases"
INDEX = FOLDER / "README.md"
CASES = FOLDER / "cases.jsonl"
BEGIN, END = "<!-- what the records say -->", "<!-- end of the records -->"
PREFIX = "history-"
_CASE = re.compile(r"docs/releases/cases/\w+\.json")


class PublishedHistory(NamedTuple):
    """An implementation by its `name` in the folder, and the record of its history."""

    name: str
    record: HistoryRecord


def published_histories() -> list[PublishedHistory]:
    """The records, in the order of their names."""
    found = ((path, read_file(path, FORMAT, history_from_json)) for path in sorted(FOLDER.glob(f"{PREFIX}*.json")))
    return [PublishedHistory(path.stem.removeprefix(PREFIX), record) for path, record in found if record is not None]


def release_files() -> GeneratedFiles:
    """Each page and its picture, and the index."""
    histories = published_histories()
    report = chapter(FOLDER, ReportOptions())
    if report is None:
        raise ValueError(f"{FOLDER}: no history")
    moved = dict(_moved_cases(histories))
    pages = {FOLDER / f"{one.name}.md": _page(one, report, place, moved) for place, one in enumerate(histories)}
    index = replace_part(INDEX.read_text("utf-8"), BEGIN, END, [line for one in histories for line in _summary(one)])
    pictures = {FOLDER / f"{one.name}.png": draw_png(history_figure(one.record)) for one in histories}
    cases = "".join(f"{_case_line(row.case)}\n" for one in histories for row in one.record.history.cases)
    return GeneratedFiles({**pages, **pictures, INDEX: index, CASES: cases}, FOLDER.glob("cases/*.json"))


def _moved_cases(histories: Sequence[PublishedHistory]) -> Iterator[tuple[str, str]]:
    """The file that a record's replay names, and the line that has the same case."""
    replays = [one.record.replays[row.name] for one in histories for row in one.record.history.cases]
    for line, replay in enumerate(replays, start=1):
        yield replay.partition("--case ")[2], f"{CASES.relative_to(ROOT)}:{line}"


def _case_line(case: Case) -> str:
    return json.dumps(case_to_json(case), ensure_ascii=False, separators=(",", ":"))


def _page(one: PublishedHistory, report: Chapter, place: int, moved: Mapping[str, str]) -> str:
    section = report.sections[place]
    text = render_markdown([Chapter(title=f"{one.name}, release by release", answers=(), sections=(section,))])
    text = text.replace(f"(figures/{section.anchor}.svg)", f"({one.name}.png)")
    return _CASE.sub(lambda found: moved[found[0]], text)


def _summary(one: PublishedHistory) -> list[str]:
    """The index's part: the result of the laws, what was asked, and the changes."""
    found = one.record.measurement
    return [
        f"## [{one.name}]({one.name}.md)",
        "",
        f"{text_of((Code(one.record.target), f': {headline(one.record)}'))}. {text_of((about(one.record),))}.",
        "",
        *(f"* {text_of((told,))}" for told in (changes_in_words(found) if found else [])),
        "",
    ]
