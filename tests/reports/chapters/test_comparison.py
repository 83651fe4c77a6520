from __future__ import annotations

import json
from pathlib import Path

from kafka_assay.properties.records.corpus import write_case
from kafka_assay.reports.chapters import ReportOptions, comparison
from kafka_assay.reports.comparison.document import FORMAT
from kafka_assay.reports.render.blocks import Code, Heading, Listing, Prose
from kafka_assay.reports.render.chapter import Chapter
from kafka_assay.reports.report import write_report
from tests.reports.comparison.records import document, record


def chapter_of(folder: Path) -> Chapter:
    """The chapter of a record with a broken law, and the file of its case."""
    case = record().lines[1].case
    assert case is not None
    write_case(case, folder / "cases")
    (folder / "compare.json").write_text(json.dumps(document() | {"format": FORMAT}))
    found = comparison.chapter(folder, ReportOptions())
    assert found is not None
    return found


def test_each_case_has_its_repeat_command(tmp_path: Path) -> None:
    blocks = chapter_of(tmp_path).sections[0].blocks

    (heading,) = (place for place, block in enumerate(blocks) if isinstance(block, Heading))
    (command,) = (block.line for block in blocks[heading:] if isinstance(block, Prose) and block.line[0] == "Repeat: ")
    assert isinstance(command[1], Code)
    assert command[1].text.startswith(f"assay check b --case {tmp_path / 'cases'}")


def test_command_of_the_comparison_has_a_label(tmp_path: Path) -> None:
    blocks = chapter_of(tmp_path).sections[0].blocks

    assert (Prose(("Repeat the comparison:",)), Listing("assay compare a b")) == blocks[-2:]


def test_page_has_the_targets_once_as_its_title(tmp_path: Path) -> None:
    chapter_of(tmp_path)

    page = write_report(tmp_path).read_text(encoding="utf-8")

    opening = page[page.index("<body>") : page.index("<table>")]
    assert 1 == opening.count("sticky@my-branch")
