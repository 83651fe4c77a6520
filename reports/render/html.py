"""A report as one self-contained HTML file: no network, no second file, no foreign script."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.reports.render.blocks import Cell, Chapter, Picture, Table, list_lines, pieces_of, words_of
from kafka_assay.reports.render.drawing import inline_svg
from kafka_assay.reports.wording.safe_names import escape_unprintable

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


TEMPLATES = Path(__file__).with_name("templates")


def render_html(chapters: Sequence[Chapter], svgs: Mapping[str, str]) -> str:
    """
    The chapters as a page. `svgs` maps each picture's name to its SVG text.

    The page forbids loading anything and running any other script. So a name that contains markup does no harm, even if
    a template forgets to escape it.
    """
    from markupsafe import Markup

    def svg_of(picture: Picture) -> Markup:
        return Markup(inline_svg(svgs[picture.name], picture.name, escape_unprintable(picture.drawing.alt)))  # noqa: S704 - our own

    script = (TEMPLATES / "tables.js").read_text(encoding="utf-8")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return _environment().get_template("index.html.j2").render(
        chapters=chapters,
        # Overviews first, so that a benchmark is not below fifty groups.
        sections=sorted((section for chapter in chapters for section in chapter.sections), key=lambda one: one.page),
        title=" · ".join(escape_unprintable(chapter.title) for chapter in chapters) or "assay report",
        style=Markup((TEMPLATES / "style.css").read_text(encoding="utf-8")),  # noqa: S704 - a file of the project
        script=Markup(script),  # noqa: S704 - a file of the project
        script_digest=f"sha256-{digest}",
        svg_of=svg_of,
        rest_of=lambda table: Markup(rest_json(table)),  # noqa: S704 - it escapes what could end the element
    )  # fmt: skip


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["legible"] = lambda text: escape_unprintable(str(text))
    environment.filters["list_lines"] = list_lines
    environment.globals["kind_of"] = lambda piece: type(piece).__name__
    environment.globals["pieces_of"] = pieces_of
    environment.globals["length_of"] = lambda line: len(words_of(line))
    return environment


def rest_json(table: Table) -> str:
    r"""
    The rows of `table` after the first `rows_on_page`, column by column; safe inside a `script` element.

    A column of plain numbers is `{"numbers": [..]}`, a column of different plain texts `{"texts": [..]}`. Any other
    column names each different cell once, with its text, sort key and tone: `{"cells": [[..], ..], "at": [..]}`.

    >>> from kafka_assay.reports.render.blocks import Column
    >>> rows = ((Cell(line=("<a>",)), Cell(line=("1,000",), key=1000)), (Cell(line=("b",)), Cell(line=("",), key="")))
    >>> columns = (Column(title="name", meaning="its name"), Column(title="size", meaning="its size"))
    >>> rest_json(Table(caption="", columns=columns, rows=rows, rows_on_page=0))
    '[{"texts":["\\u003ca>","b"]},{"numbers":[1000,null]}]'
    """
    rest = table.rows[table.rows_on_page :]
    columns = [_column([row[place] for row in rest]) for place in range(len(table.columns))]
    return json.dumps(columns, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def _column(cells: Sequence[Cell]) -> dict[str, Any]:
    if all(map(_is_number, cells)):
        return {"numbers": [None if cell.key == "" else cell.key for cell in cells]}
    places: dict[tuple[str, float | str | None, str | None], int] = {}
    at = [
        places.setdefault((escape_unprintable(words_of(cell.line)), cell.key, cell.tone), len(places)) for cell in cells
    ]
    texts = [(text, None if key == text else key, tone) for text, key, tone in places]
    if len(texts) == len(cells) and all(key is None and tone is None for _, key, tone in texts):
        return {"texts": [text for text, _, _ in texts]}
    return {"cells": texts, "at": at}


def _is_number(cell: Cell) -> bool:
    """Whether the text follows from the key: a whole number with separators, or nothing."""
    if cell.tone is not None or len(cell.line) != 1:
        return False
    return cell.line == ("",) if cell.key == "" else type(cell.key) is int and cell.line == (f"{cell.key:,}",)
