"""
The pages of `docs/releases/`, made from the records there.

Each record has a page and a picture, and a part of the index. `history-NAME.json` is the record that
`assay releases TARGET --measure --out docs/releases` wrote; its file has the name of the implementation. The
counterexamples in the records also become the lines of `cases.jsonl`, in the place of the folder `cases` that the verb
writes: so `assay check --case` takes them.
"""

from __future__ import annotations

import re
from pathlib import Path

from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.properties.records.case_format import case_to_json
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


def published_histories() -> dict[str, HistoryRecord]:
    """The record of each implementation, by its name in the folder, in the order of their names."""
    found = {path: read_file(path, FORMAT, history_from_json) for path in sorted(FOLDER.glob(f"{PREFIX}*.json"))}
    return {path.stem.removeprefix(PREFIX): record for path, record in found.items() if record is not None}


def release_files() -> GeneratedFiles:
    """Each page and its picture, and the index."""
    histories = published_histories()
    report = chapter(FOLDER, ReportOptions())
    if report is None:
        raise ValueError(f"{FOLDER}: no history")
    cases = [(row.case, one.replays[row.name]) for one in histories.values() for row in one.history.cases]
    # The file that a replay names -> the line that has the same case.
    moved = {
        replay.partition("--case ")[2]: f"{CASES.relative_to(ROOT)}:{line}"
        for line, (_, replay) in enumerate(cases, start=1)
    }
    files: dict[Path, str | bytes] = {CASES: "".join(f"{compact_json(case_to_json(case))}\n" for case, _ in cases)}
    for (name, record), section in zip(histories.items(), report.sections, strict=True):
        text = render_markdown([Chapter(title=f"{name}, release by release", answers=(), sections=(section,))])
        text = text.replace(f"(figures/{section.anchor}.svg)", f"({name}.png)")
        files[FOLDER / f"{name}.md"] = _CASE.sub(lambda found: moved[found[0]], text)
        files[FOLDER / f"{name}.png"] = draw_png(history_figure(record))
    summary = [line for name, record in histories.items() for line in _summary(name, record)]
    files[INDEX] = replace_part(INDEX.read_text("utf-8"), BEGIN, END, summary)
    return GeneratedFiles(files, FOLDER.glob("cases/*.json"))


def _summary(name: str, record: HistoryRecord) -> list[str]:
    """The index's part: the result of the laws, what was asked, and the changes."""
    found = record.measurement
    return [
        f"## [{name}]({name}.md)",
        "",
        f"{text_of((Code(record.target), f': {headline(record)}'))}. {text_of((about(record),))}.",
        "",
        *(f"* {text_of((told,))}" for told in (changes_in_words(found) if found else [])),
        "",
    ]
