"""The comparison of two targets: what changed, and whether it is a regression."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kafka_assay.reports.bench.comparison import (
    HEADLINES,
    SIGNS,
    case_in_words,
    comparison_sentences,
    find_changed_lines,
    find_lines_with_case,
)
from kafka_assay.reports.chapters import ReportOptions
from kafka_assay.reports.render.blocks import (
    Block,
    Cell,
    Code,
    Column,
    Heading,
    Listing,
    Prose,
    Section,
    Strong,
    Table,
    Tone,
)
from kafka_assay.reports.render.chapter import Chapter
from kafka_assay.reports.render.documents import read_document

PLACE = 10
RECORD = "compare.json"

TONES = {
    "better": Tone.GOOD,
    "newly-kept": Tone.GOOD,
    "worse": Tone.BAD,
    "newly-broken": Tone.BAD,
    "not-comparable": Tone.UNSURE,
}


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The comparison record in `directory`, if there is one."""
    record = read_document(directory / RECORD, "assay-comparison/1")
    if record is None:
        return None
    base, candidate = record["base"]["target"], record["candidate"]["target"]
    verdict = HEADLINES[record["verdict"]].strip("*")
    sentences = comparison_sentences(record)
    section = Section(
        anchor="comparison",
        title=(Code(base), " → ", Code(candidate)),
        blocks=(
            *(Prose((sentence,)) for sentence in sentences),
            _table(record),
            *(block for line in find_lines_with_case(record) for block in _case(line)),
            Listing(record["command"]),
        ),
        in_brief=(_table(record),),
    )
    answer = (Code(base), " → ", Code(candidate), ": ", Strong(verdict), ". ", sentences[0])
    return Chapter(title=f"{base} → {candidate}", answers=(answer,), sections=(section,))


def _case(line: dict[str, Any]) -> tuple[Block, ...]:
    case = line["case"]
    return (
        Heading(f"{case['law']}, {line['inputs']}: the smallest group met"),
        Prose((case["explanation"],)),
        Listing(case_in_words(case)),
    )


def _table(record: dict[str, Any]) -> Table:
    shown = find_changed_lines(record)
    return Table(
        caption="What was measured, and every law whose verdict is not the same",
        columns=(
            Column(title="measure"),
            Column(title="inputs"),
            Column(title="base", numeric=True),
            Column(title="candidate", numeric=True),
            Column(title="difference, 95 %"),
            Column(title="outcome"),
        ),
        rows=tuple(_row(line) for line in shown),
        sortable=True,
    )


def _row(line: dict[str, Any]) -> tuple[Cell, ...]:
    low, high = line["interval"] or (None, None)
    if low is None or high is None:
        between = ""
    elif line["measure"] == "seconds":
        between = f"×{1 + low:.2f} .. ×{1 + high:.2f}"
    else:
        between = f"{low:+.3f} .. {high:+.3f}"
    outcome = SIGNS[line["outcome"]] + (f": {line['reason']}" if line["reason"] else "")
    return (
        Cell(line=(line["measure"],)),
        Cell(line=(line["inputs"] or "all",)),
        _number(line["base"]),
        _number(line["candidate"]),
        Cell(line=(between,)),
        Cell(line=(outcome,), tone=TONES.get(line["outcome"])),
    )


def _number(value: float | None) -> Cell:
    return Cell(line=("-" if value is None else f"{value:.4g}",), key=float("-inf") if value is None else float(value))
