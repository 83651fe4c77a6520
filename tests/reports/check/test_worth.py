"""Tests of the lines that say what the counts of a check are worth."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.properties.search.family_tally import break_bound
from kafka_assay.reports.views.check import drawn_counts, worth_lines
from tests.reports.check.test_lines import BROKEN, record_of_cells


def kept_cell(law: str, inputs: str, draws: int) -> CheckCell:
    """A cell that so many drawn examples kept."""
    return CheckCell(law=law, inputs=inputs, verdict="kept", examples=draws, drawn=draws, bound=break_bound(draws))


def lines_of(*cells: CheckCell, unseen: float | None = None) -> list[str]:
    """The lines about these cells."""
    return [line.text for line in worth_lines(replace(record_of_cells(*cells), unseen=unseen))]


def test_kept_law_says_how_rare_a_fault_would_be() -> None:
    """Three over the number of groups, nearly."""
    assert [
        "one-owner-each kept on 41,200 drawn groups: a fault hits fewer than 1 in 13,753 of such groups (95 %)"
    ] == lines_of(kept_cell("one-owner-each", "clean", 41_000), kept_cell("one-owner-each", "racks", 200))


def test_laws_with_the_same_count_share_a_line() -> None:
    cells = [kept_cell(law, "clean", 3_000) for law in ("one-owner-each", "nothing-left-out")]
    few = [kept_cell("needless-moves-when-equal", "clean", 20), kept_cell("even-when-equal", "clean", 90)]

    assert [
        "2 laws kept on 3,000 drawn groups: a fault hits fewer than 1 in 1,002 of such groups (95 %)",
        "2 laws kept on at least 20 (needless-moves-when-equal): a fault hits fewer than 1 in 7 of such groups",
    ] == lines_of(*cells, *few)


def test_broken_law_has_no_count() -> None:
    """It is broken in one family, so what other families exclude is of no use."""
    assert {} == drawn_counts([BROKEN, kept_cell(BROKEN.law, "racks", 900)])


def test_chance_of_a_new_kind_of_answer_is_one_line() -> None:
    said = [lines_of(unseen=chance)[0].split("of loads, is ")[1].split(" (")[0] for chance in (0.124, 0.0, 1.0)]

    assert ["12 %", "under 1 %", "over 99 %"] == said
    assert [] == lines_of(unseen=None)
