"""A printed table as a record: a CSV file with one row for each row of the table, and the table again."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from studies.output import table_head, table_row

Row = dict[str, str]

_NUMBER = re.compile(r"(?:> )?\d[\d,]*(?:\.\d+)?")


def read_rows(record: Path) -> list[Row]:
    """The rows of a record: title to cell."""
    with record.open(encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


def write_rows(record: Path, rows: Iterable[Row]) -> None:
    """Write the rows, which have the same titles."""
    first, *others = rows
    with record.open("w", encoding="utf-8", newline="") as sink:
        writer = csv.DictWriter(sink, list(first), lineterminator="\n")
        writer.writeheader()
        writer.writerows([first, *others])


def rows_of_table(text: str) -> list[Row]:
    r"""
    The rows of the last Markdown table in `text`. Raises `AssayError` if there is none.

    >>> rows_of_table("| name | ms |\n|---|---:|\n| a | 1,234 |\n| b | > 8,000 |\n")
    [{'name': 'a', 'ms': '1234'}, {'name': 'b', 'ms': '> 8000'}]
    """
    tables = re.findall(r"^\|.*\|\n\|[-:|]+\|\n(?:\|.*\|(?:\n|\Z))+", text, flags=re.MULTILINE)
    if not tables:
        raise AssayError("expected a Markdown table with at least one row")
    titles, _, *rows = (_cells(line) for line in tables[-1].splitlines())
    return [dict(zip(titles, map(_plain_number, row), strict=True)) for row in rows]


def table_lines(rows: Iterable[Row]) -> list[str]:
    r"""
    The rows as a Markdown table. Columns of numbers are aligned right, and thousands have commas.

    >>> print(*table_lines([{"name": "a", "ms": "1234"}, {"name": "b", "ms": ""}]), sep="\n")
    | name | ms |
    |---|---:|
    | a | 1,234 |
    | b |  |
    """
    rows = list(rows)
    titles = list(rows[0])
    numeric = {title for title in titles if all(_NUMBER.fullmatch(row[title]) or not row[title] for row in rows)}
    head = table_head(*(f">{title}" if title in numeric else title for title in titles))
    return [head, *(table_row(*map(_grouped_number, row.values())) for row in rows)]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line[1:-1].split("|")]


def _plain_number(cell: str) -> str:
    return cell.replace(",", "") if _NUMBER.fullmatch(cell) else cell


def _grouped_number(cell: str) -> str:
    return re.sub(r"\d{4,}$", lambda digits: f"{int(digits[0]):,}", cell) if _NUMBER.fullmatch(cell) else cell
