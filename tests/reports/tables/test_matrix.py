from __future__ import annotations

import pytest

from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.properties.registry import LAWS
from kafka_assay.properties.verdict import Word
from kafka_assay.reports.render.plain_text import cell_sign
from kafka_assay.reports.tables.matrix import WIDTH, family_head, matrix_lines


def cell(law: str, inputs: str, verdict: Word = "kept", expected: str | None = None) -> CheckCell:
    """Return a cell with what the matrix needs."""
    return CheckCell(law=law, inputs=inputs, verdict=verdict, expected=expected)


def test_matrix_shows_every_cell() -> None:
    """Rows are laws, columns families, undefined cells a dot."""
    cells = [
        cell("one-owner-each", "clean"),
        cell("one-owner-each", "stale-claims", "broken"),
        cell("nothing-left-out", "clean", "undecided"),
    ]

    assert [
        "law \\ inputs      clean  stale",
        "one-owner-each      ✓      ✗",
        "nothing-left-out    ?      ·",
        "columns are input families: stale=stale-claims",
    ] == matrix_lines(cells)


@pytest.mark.parametrize(
    ("verdict", "expected", "shown"),
    [("kept", None, "✓"), ("broken", None, "✗"), ("broken", "known", "(✗)"), ("undecided", None, "?")],
)
def test_each_verdict_has_a_sign(verdict: Word, expected: str | None, shown: str) -> None:
    """Colour is not needed."""
    assert shown == cell_sign(cell("one-owner-each", "clean", verdict, expected))


def test_whole_matrix_fits_a_hundred_columns() -> None:
    """It folds into blocks without losing a family."""
    lines = matrix_lines([cell(law.id, family) for law in LAWS for family in FAMILIES])

    assert max(map(len, lines)) <= WIDTH
    titles = " ".join(line for line in lines if line.startswith("law")).split()
    assert [family_head(family) for family in FAMILIES] == [
        title for title in titles if title not in ("law", "\\", "inputs")
    ]


def test_shortened_heads_are_explained() -> None:
    lines = matrix_lines([cell(law.id, family) for law in LAWS for family in FAMILIES])

    key = " ".join(lines[lines.index(next(line for line in lines if line.startswith("columns are "))) :])
    for family in FAMILIES:
        assert (f"{family_head(family)}={family}" in key) == (family_head(family) != family)


def test_short_names_of_families_are_distinct() -> None:
    assert len(FAMILIES) == len({family_head(family) for family in FAMILIES})


def test_no_cells_give_no_matrix() -> None:
    assert [] == matrix_lines([])
