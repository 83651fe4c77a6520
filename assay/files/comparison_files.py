"""The files of a comparison: its record, its report, its test suite, and the smallest groups as cases."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from assay.files.out_folder import write_record
from assay.terminal.output import note
from kafka_assay.properties.records.corpus import write_case
from kafka_assay.reports.comparison.document import comparison_document
from kafka_assay.reports.comparison.markdown import Commands, comparison_markdown
from kafka_assay.reports.comparison.suite import comparison_suite
from kafka_assay.reports.render.junit import render_junit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kafka_assay.benchmarks.comparison.comparison_record import Comparison


def write_comparison(record: Comparison, folder: Path, asking: Sequence[str]) -> Commands:
    """
    Write all files of `record` into `folder`. Returns the command that repeats each case, which has the words `asking`.
    """
    commands = {}
    for case in (line.case for line in record.lines if line.case):
        path = write_case(case, folder / "cases")
        commands[case.law, case.inputs] = shlex.join(["assay", "check", case.target, *asking, "--case", str(path)])
    write_record(folder / "compare.json", comparison_document(record))
    for name, text in (
        ("compare.md", comparison_markdown(record, commands)),
        ("junit.xml", render_junit([comparison_suite(record)])),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    note(f"wrote {folder / 'compare.json'}, compare.md and junit.xml")
    return commands
