from __future__ import annotations

import json
from pathlib import Path

from kafka_assay.properties.records.case_format import write_case
from kafka_assay.reports.comparison.document import FORMAT
from kafka_assay.reports.render.blocks import Chapter, Code, Heading, Prose, words_of
from kafka_assay.reports.report import write_report
from kafka_assay.reports.views import ReportOptions, comparison
from kafka_assay.reports.views.comparison import changes_of
from tests.reports.comparison.records import BROKEN_LINE, MOVES_LINE, SAME_LINE, SECONDS_LINE, document, record


def chapter_of(folder: Path, *more: dict[str, object]) -> Chapter:
    """The chapter of a record with a broken law and these lines more, and the file of its case."""
    case = record().lines[1].case
    assert case is not None
    write_case(case, folder / "cases")
    (folder / "compare.json").write_text(json.dumps(document(lines=[BROKEN_LINE, *more]) | {"format": FORMAT}))
    found = comparison.chapter(folder, ReportOptions())
    assert found is not None
    return found


def test_each_case_has_its_repeat_command(tmp_path: Path) -> None:
    blocks = chapter_of(tmp_path).sections[0].blocks

    (heading,) = (place for place, block in enumerate(blocks) if isinstance(block, Heading))
    command, _ = (block.line for block in blocks[heading:] if isinstance(block, Prose) and block.line[0] == "Repeat: ")
    assert isinstance(command[1], Code)
    assert command[1].text.startswith(f"assay check b --case {tmp_path / 'cases'}")


def test_command_of_the_comparison_is_the_last_line(tmp_path: Path) -> None:
    blocks = chapter_of(tmp_path).sections[0].blocks

    assert Prose(("Repeat: ", Code("assay compare a b"), "")) == blocks[-1]


def test_commands_of_a_side_that_does_not_repeat_its_answers_have_a_note(tmp_path: Path) -> None:
    varies = {**SAME_LINE, "measure": "law:same-question-same-answer", "outcome": "newly-broken", "candidate": 45}

    blocks = chapter_of(tmp_path, varies).sections[0].blocks

    case, whole = (
        line
        for line in (words_of(block.line) for block in blocks if isinstance(block, Prose))
        if line.startswith("Repeat: ")
    )
    assert case.endswith(" (The candidate does not repeat its answers, so this case may keep the law next time.)")
    assert whole.endswith(
        " (The candidate does not repeat its answers, so the counts may differ if it is asked again.)"
    )


def test_heading_says_what_was_accepted(tmp_path: Path) -> None:
    accepted = {**BROKEN_LINE, "outcome": "accepted", "reason": "known"}
    (tmp_path / "compare.json").write_text(json.dumps(document(lines=[accepted]) | {"format": FORMAT}))

    chapter = comparison.chapter(tmp_path, ReportOptions())

    assert chapter is not None
    (heading,) = (block for block in chapter.sections[0].blocks if isinstance(block, Heading))
    assert "stable-group-moves-nothing, clean: newly broken, accepted" == heading.text


def test_page_has_the_targets_once_as_its_title(tmp_path: Path) -> None:
    chapter_of(tmp_path)

    page = write_report(tmp_path).read_text(encoding="utf-8")

    opening = page[page.index("<body>") : page.index("<table>")]
    assert 1 == opening.count("sticky@my-branch")


def test_time_is_not_measured_on_all_inputs() -> None:
    (table,) = changes_of(record(lines=[MOVES_LINE, SECONDS_LINE]))

    assert [("all",), ("",)] == [row[2].line for row in table.rows]


def test_three_input_families_are_named() -> None:
    lines = [{**BROKEN_LINE, "inputs": name} for name in ("clean", "racks", "everyday", "mixed")]

    (table,) = changes_of(record(lines=lines))

    assert ("clean, racks, everyday and 1 more",) == table.rows[0][2].line


def test_sentence_about_the_base_says_so(tmp_path: Path) -> None:
    kept = {**BROKEN_LINE, "outcome": "newly-kept", "base": BROKEN_LINE["candidate"], "candidate": 0}
    (tmp_path / "compare.json").write_text(json.dumps(document(lines=[kept]) | {"format": FORMAT}))

    chapter = comparison.chapter(tmp_path, ReportOptions())

    assert chapter is not None
    lines = ["".join(map(str, block.line)) for block in chapter.sections[0].blocks if isinstance(block, Prose)]
    assert 1 == sum(line.startswith("Before: ") for line in lines)
