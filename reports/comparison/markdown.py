"""A comparison as Markdown for a pull request. It never exceeds `MOST` characters, whatever the record holds."""

from __future__ import annotations

from collections.abc import Mapping

from kafka_assay.benchmarks.comparison.comparison_record import Comparison
from kafka_assay.reports.comparison.view import (
    case_blocks,
    changes_of,
    repeat_of,
    rest_of,
    shown_changes,
    size_of,
    summary_of,
    title_of,
)
from kafka_assay.reports.render.blocks import Block, Prose
from kafka_assay.reports.render.markdown import blocks_text, text_of

MOST = 20_000
"""The most characters of a report. A code host cuts or refuses longer comments."""
FOR_CASES = 13_000
"""The groups of single laws are left out after so many characters."""

Commands = Mapping[tuple[str, str], str]
"""(Law, family) -> the command that repeats the case of that line."""


def comparison_markdown(record: Comparison, commands: Commands | None = None) -> str:
    """The whole report on one comparison."""
    opening: list[Block] = [summary_of(record), Prose((size_of(record),)), *changes_of(record)]
    parts = [f"## {text_of(title_of(record))}", blocks_text(opening)]
    left_out: list[str] = []
    for change in shown_changes(record):
        inputs = "" if change.shown is None else change.shown.inputs or ""
        block = blocks_text(case_blocks(record, change, (commands or {}).get((change.law, inputs), "")))
        if sum(map(len, parts)) + len(block) < FOR_CASES:
            parts.append(block)
        else:
            left_out.append(change.law)
    if left_out:
        said = f"Without room for their groups: {', '.join(left_out)}. They are in the record (--out)."
        parts.append(text_of((said,)))
    end = [blocks_text(blocks) for blocks in [repeat_of(record)] if blocks]
    whole = "\n\n".join([*parts, blocks_text([rest_of(record)]), *end]) + "\n"
    return whole if len(whole) <= MOST else "\n\n".join([*parts, *end])[: MOST - 1] + "\n"
