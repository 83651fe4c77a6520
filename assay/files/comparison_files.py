"""The files of a comparison: its record, its report, its test suite, and small groups as cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.files.out_folder import write_record
from assay.terminal.output import note
from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.properties.records.corpus import write_case
from kafka_assay.reports.comparison.document import comparison_document
from kafka_assay.reports.comparison.markdown import Commands, comparison_markdown
from kafka_assay.reports.comparison.repeat_commands import case_command
from kafka_assay.reports.comparison.side_document import side_document
from kafka_assay.reports.comparison.suite import comparison_suite
from kafka_assay.reports.render.junit import render_junit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kafka_assay.benchmarks.comparison.comparison_record import Comparison
    from kafka_assay.benchmarks.comparison.side_record import SideRecord


def write_comparison(
    record: Comparison, sides: Sequence[SideRecord], folder: Path, asking: Sequence[str], *, only_candidate: bool
) -> Commands:
    """
    Write all files of `record` into `folder`, and the records of both `sides` if they are new.

    Returns the command that repeats each case, which has the words `asking`; with `only_candidate` only those of the
    candidate, because the base is not at hand.
    """
    commands = {}
    for line in record.lines:
        if line.case is not None:
            path = write_case(line.case, folder / "cases")
            if not (only_candidate and line.is_about_base):
                commands[line.case.law, line.case.inputs] = case_command(line.case, asking, path)
    write_record(folder / "compare.json", comparison_document(record))
    for name, side in zip(("base.json", "candidate.json"), sides, strict=False):
        (folder / name).write_text(compact_json(side_document(side)) + "\n", encoding="utf-8")
    for name, text in (
        ("compare.md", comparison_markdown(record, commands)),
        ("junit.xml", render_junit([comparison_suite(record)])),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    note(f"wrote {folder / 'compare.json'}, compare.md and junit.xml")
    return commands
