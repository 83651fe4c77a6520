"""Tests that blocks fit a terminal, with signs and tones."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.properties.registry import LAWS
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Code,
    Column,
    Fold,
    Lines,
    Listing,
    Table,
    TextLine,
    Tone,
)
from kafka_assay.reports.render.terminal import print_blocks
from kafka_assay.reports.views.check import family_head, matrix_table


def printed(*blocks: Block, colour: bool = False, width: int = 60) -> str:
    """Return what a console of this width shows."""
    file = StringIO()
    print_blocks(blocks, Console(file=file, width=width, highlight=False, color_system="standard" if colour else None))
    return file.getvalue()


def test_lines_are_folded_below_their_text() -> None:
    line = TextLine("a sentence of more than fifty characters, so that it needs a second row", 2, "broken")

    assert (
        "  ✗ a sentence of more than fifty characters, so that it\n    needs a second row\n"
    ) == printed(Lines((line,)))  # fmt: skip


def test_commands_are_not_folded() -> None:
    command = f"assay check {'x' * 40} --case {'y' * 40}"

    assert f"Repeat: {command}\n{command}\n" == printed(("Repeat: ", Code(command)), Listing(command))


def test_names_cannot_write_escape_codes() -> None:
    table = Table(caption="\x1b[2J", columns=(Column(title="name"),), rows=((Cell(line=("\x1b[31m",)),),))

    shown = printed("\x1b[1m", Bullets((("[red]\x1b",),)), Listing("\x1b[0m"), table)

    assert "\x1b" not in shown
    assert "  * [red]" in shown


def test_table_says_what_its_columns_mean_and_how_many_rows_are_left_out() -> None:
    rows = tuple((Cell(line=(name,)), Cell(line=(f"{n}",), tone=Tone.BAD)) for n, name in enumerate("abcde"))
    columns = Column(title="name"), Column(title="moved\nall", numeric=True, meaning="partitions that change owner")
    table = Table(caption="What moves", columns=columns, rows=rows, rows_in_brief=2)

    lines = [" ".join(line.split()) for line in printed(table).splitlines()]
    assert ["What moves", "", "moved", "name all"] == lines[:4]
    assert [
        "a 0",
        "b 1",
        "",
        "3 more rows are not shown. --json lists them all.",
        "moved all: partitions that change owner.",
    ] == lines[5:]


def test_columns_that_do_not_fit_follow_below_with_whole_words_and_numbers() -> None:
    """The titles are names that a user gives: no markup, no emoji."""
    titles = ["assignor", "python:shop[/x]:Mine", "a:key:Other", "x[red].py", "milliseconds"]
    columns = tuple(Column(title=title, numeric=at > 0, meaning="time") for at, title in enumerate(titles))
    row = tuple(Cell(line=(text,)) for text in ("1000x100x10-HOMOGENEOUS-FULL", "1,234 ± 56", "2", "3", "4,567"))

    shown = printed(Table(caption="Times", columns=columns, rows=(row,)))

    assert max(map(len, shown.splitlines())) <= 60
    assert [title for title in titles if title not in shown] == []
    assert 3 == shown.count("1000x100x10-HOMOGENEOUS-FULL")
    assert all(number in shown for number in ("1,234 ± 56", "4,567"))
    assert 1 == shown.count("Times")


def test_text_among_numbers_that_is_wider_than_the_table_is_folded_and_not_cut() -> None:
    columns = Column(title="law"), Column(title="base", numeric=True)
    text = "0.875 (0.017 fewer than the best plan, because it is less even than that plan)"

    shown = printed(Table(caption="", columns=columns, rows=((Cell(line=("share",)), Cell(line=(text,))),)))

    assert "base" in shown
    assert text.split() == [word for word in shown.split() if word in text.split()]


def test_meaning_is_told_once() -> None:
    columns = Column(title="range", meaning="milliseconds"), Column(title="sticky", meaning="milliseconds")
    table = Table(caption="", columns=columns, rows=((Cell(line=("1",)), Cell(line=("2",))),))

    shown = printed(table, Fold("More", (table,)))

    assert 1 == shown.count("milliseconds")
    assert "range, sticky: milliseconds." in shown


def test_sign_of_a_line_and_tone_of_a_cell_are_colours() -> None:
    table = Table(caption="", columns=(Column(title="is"),), rows=((Cell(line=("worse",), tone=Tone.BAD),),))

    assert "\x1b[1;31mworse" in printed(table, colour=True)
    assert "\x1b[1;31m✗\x1b[0m law" in printed(Lines((TextLine("law", 0, "broken"),)), colour=True)


def test_fold_is_open_below_its_summary() -> None:
    assert "\nMore\nfacts\n" == printed(Fold("More", ("facts",)))


def matrix(*cells: CheckCell) -> str:
    """Return the matrix of a check in 100 columns."""
    return printed(matrix_table(cells), width=100)


def test_matrix_shows_every_cell() -> None:
    cells = [
        CheckCell(law="one-owner-each", inputs="clean", verdict="kept"),
        CheckCell(law="one-owner-each", inputs="stale-claims", verdict="broken"),
        CheckCell(law="nothing-left-out", inputs="clean", verdict="broken", expected="known"),
    ]

    assert [
        "law \\ inputs      clean  stale",
        "one-owner-each      ✓      ✗",
        "nothing-left-out   (✗)     ·",
        "columns: stale=stale-claims",
    ] == matrix(*cells).splitlines()


def test_wide_matrix_goes_on_below_and_explains_its_short_heads() -> None:
    shown = matrix(*(CheckCell(law=law.id, inputs=family, verdict="kept") for law in LAWS for family in FAMILIES))

    assert max(map(len, shown.splitlines())) <= 100
    titles = " ".join(line for line in shown.splitlines() if line.startswith("law")).split()
    heads = [family_head(family) for family in FAMILIES]
    assert len(FAMILIES) == len(set(heads))
    assert heads == [title for title in titles if title not in ("law", "\\", "inputs")]
    key = " ".join(shown[shown.index("columns: ") :].split())
    for family in FAMILIES:
        assert (f"{family_head(family)}={family}" in key) == (family_head(family) != family)
