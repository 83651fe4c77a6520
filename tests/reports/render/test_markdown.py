from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Chapter,
    Code,
    Column,
    Fold,
    Heading,
    Line,
    Link,
    Listing,
    Picture,
    Pictures,
    Section,
    Strong,
    Table,
)
from kafka_assay.reports.render.drawing import Drawing
from kafka_assay.reports.render.markdown import render_markdown, text_of


def render_blocks(*blocks: Block) -> str:
    """Return a rendered chapter with one section of these blocks."""
    section = Section(anchor="a", title="Title", blocks=(), in_brief=blocks)
    return render_markdown([Chapter(title="T", answers=(), sections=(section,))]).partition("## Title\n\n")[2]


def table(rows: int, brief: int = 20) -> Table:
    """Return a table with this many rows."""
    columns = (Column(title="group", meaning="its name"), Column(title="members", meaning="how many", numeric=True))
    cells = tuple((Cell(line=(Code(f"g|{row}"),)), Cell(line=(str(row),))) for row in range(rows))
    return Table(caption="c", columns=columns, rows=cells, rows_in_brief=brief)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (("*a* <b> [x](y) ~z~",), "\\*a\\* &lt;b&gt; \\[x](y) \\~z\\~"),
        ((Code("a`b"),), "``a`b``"),
        ((Strong("x*"),), "**x\\***"),
        ((Link("name", "anchor"),), "`name`"),
        (("by @octocat",), "by @<!-- -->octocat"),
        (("two\nlines",), "two\\\\nlines"),
    ],
)
def test_text_does_not_become_markup(line: Line, expected: str) -> None:
    """Nor a link, nor a mention."""
    text = text_of(line)

    assert expected == text


def test_pipe_in_a_name_is_escaped_in_cells() -> None:
    text = render_blocks(table(1))

    assert "| group | members |\n|---|---:|\n| `g\\|0` | 0 |\n" == text


def test_long_table_is_cut_with_a_count() -> None:
    text = render_blocks(table(12, brief=10))

    assert 10 == text.count("| `g")
    assert text.endswith("… and 2 more, in `index.html`.\n")


def test_each_block_has_a_markdown_form() -> None:
    text = render_blocks(Heading("H"), "p", Bullets((("one",), ("two",))), Listing("a\nb"), Fold("s", (table(1),)))

    assert text.startswith("### H\n\np\n\n* one\n* two\n\n    a\n    b\n\n<details><summary>s</summary>\n\n| group")


def test_alternative_text_of_an_image_is_plain() -> None:
    """Without the comments that keep an @ from becoming a mention."""
    drawing = cast("Drawing", SimpleNamespace(alt="sticky@kip54 has [2] of <3>"))

    text = render_blocks(Pictures((Picture(name="loads", drawing=drawing),)))

    assert "![sticky@kip54 has \\[2\\] of &lt;3&gt;](figures/loads.svg)\n" == text


def test_sections_without_a_brief_form_are_left_out() -> None:
    section = Section(anchor="a", title="Page", blocks=("long",))

    text = render_markdown([Chapter(title="T", answers=(("First.",),), sections=(section,))])

    assert "# T\n\nFirst.\n" == text
