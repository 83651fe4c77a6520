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
_ESCAPED = re.compile(r"\\([_*|.-])")


def sign_between(header: str) -> str:
    """
    The sign that separates the names of columns in a header; empty where none does.

    >>> sign_between("| GROUP | `TOPIC` | PARTITION |"), sign_between("GROUP TOPIC PARTITION")
    ('|', '')
    """
    if header.lstrip(' |`*"')[:1] not in {"G", "T", "C"}:
        return ""
    known = (
        sign for sign in _SIGNS if sign in header and COLUMNS.issuperset(names := split(header, sign)) and names[2:]
    )
    return next(known, "")


def split(line: str, sign: str) -> list[str]:
    """The cells of a row, in Markdown without the marks of code and of bold text."""
    if sign != "|":
        return [cell.strip() for cell in next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])]
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
