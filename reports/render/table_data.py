"""The rows of a large table that the page does not hold as markup: compact JSON, from which its script makes rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kafka_assay.reports.render.blocks import Cell, Table, words_of
from kafka_assay.reports.wording.safe_names import escape_unprintable


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
        places.setdefault((_text_of(cell), cell.key, None if cell.tone is None else cell.tone.value), len(places))
        for cell in cells
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


def _text_of(cell: Cell) -> str:
    return escape_unprintable(words_of(cell.line))
