"""Tables of kafka-consumer-groups whose cells people separated by signs: a Markdown table, CSV, TSV."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence

from kafka_assay.assignors.consumer_groups.text_layouts import COLUMNS
from kafka_assay.assignors.errors import InvalidGroup

_SIGNS = "|\t,;"
_EDGE = re.compile(r"^\s*\||(?<!\\)\|\s*$")
_BAR = re.compile(r"(?<!\\)\|")
_PLAIN_NAMES = {column.replace(" ", "-"): column for column in COLUMNS}
_ESCAPED = re.compile(r"\\([_*|.-])")


def sign_between(header: str) -> str:
    """
    The sign that separates the names of columns in a header; empty where none does.

    >>> sign_between("| Group | `Topic` | Partition |"), sign_between("GROUP TOPIC PARTITION")
    ('|', '')
    """
    if header.lstrip(' |`*"')[:1].upper() not in {"G", "T", "C"}:
        return ""
    return next((sign for sign in _SIGNS if sign in header and len(names_in(header, sign)) > 2), "")


def names_in(header: str, sign: str) -> list[str]:
    """The columns in a header; none where it has others. People write the names in a Markdown table as they like."""
    cells = split(header, sign)
    if sign == "|":
        cells = [_PLAIN_NAMES.get(cell.upper().replace(" ", "-").replace("_", "-"), cell) for cell in cells]
    return cells if COLUMNS.issuperset(cells) else []


def split(line: str, sign: str) -> list[str]:
    """The cells of a row, in Markdown without the marks of code and of bold text."""
    if sign != "|":
        return [cell.strip() for cell in next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])]
    line = line.replace("||", "|") if line.lstrip().startswith("||") else line  # a header of Jira
    return [_ESCAPED.sub(r"\1", cell.strip(" \t`*")) for cell in _BAR.split(_EDGE.sub("", line))]


def cells_by_sign(names: Sequence[str], sign: str, line: str, number: int) -> dict[str, str]:
    """
    The cells of a row. One that is empty has nothing, since a row with all its signs is whole.

    Without quotes, a sign in the last cell (an assignment) is part of it. Raises `InvalidGroup`.
    """
    cells = split(line, sign)
    if names[-1].endswith("ASSIGNMENT"):
        cells[len(names) - 1 :] = [f"{sign} ".join(cells[len(names) - 1 :])]
    if len(cells) != len(names):
        raise InvalidGroup(f"line {number}", line.strip(), f"a cell under each of {', '.join(names)}")
    return dict(zip(names, cells, strict=True))
