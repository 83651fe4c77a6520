"""The matrix of a check, laws by input families, as text that fits a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.reports.render.plain_text import EXPECTED, cell_sign

WIDTH = 100
LEGEND = "✓ law kept   ✗ law broken   (✗) expected failure   ? undecided   · not applicable"

CORNER = "law \\ inputs"

_HEADS = {
    "overlapping-claims": "overlap",
    "three-claimants": "three",
    "many-small-topics": "small",
    "old-metadata": "old",
}


def family_head(family: str) -> str:
    """
    The short head of a family's column.

    >>> [family_head(name) for name in ("overlapping-claims", "stale-claims", "clean")]
    ['overlap', 'stale', 'clean']
    """
    return _HEADS.get(family, family.split("-", maxsplit=1)[0])


def matrix_lines(cells: Iterable[CheckCell], width: int = WIDTH) -> list[str]:
    """
    The matrix with lines of at most `width`, and the families of shortened heads.

    If there are too many families for one block, further blocks follow.
    """
    by_place = {(cell.law, cell.inputs): cell for cell in cells}
    laws = list(dict.fromkeys(law for law, _ in by_place))
    if not laws:
        return []
    margin = max(len(CORNER), *map(len, laws))
    lines: list[str] = []
    for block in _fold_families(list(dict.fromkeys(family for _, family in by_place)), width - margin):
        widths = [max(len(family_head(family)), len(EXPECTED)) for family in block]
        titles = "".join(f"  {family_head(family):^{size}}" for family, size in zip(block, widths, strict=True))
        lines.append(f"{CORNER:<{margin}}{titles}".rstrip())
        for law in laws:
            signs = (cell_sign(by_place.get((law, family))) for family in block)
            row = "".join(f"  {shown:^{size}}" for shown, size in zip(signs, widths, strict=True))
            lines.append(f"{law:<{margin}}{row}".rstrip())
        lines.append("")
    return [*lines[:-1], *_head_lines(dict.fromkeys(family for _, family in by_place), width)]


def _head_lines(families: Iterable[str], width: int) -> list[str]:
    """The full names of the columns whose heads are short."""
    names = [f"{family_head(family)}={family}" for family in families if family_head(family) != family]
    return wrap(f"columns are input families: {', '.join(names)}", width, break_on_hyphens=False) if names else []


def _fold_families(families: list[str], width: int) -> list[list[str]]:
    blocks: list[list[str]] = [[]]
    used = 0
    for family in families:
        size = 2 + max(len(family_head(family)), len(EXPECTED))
        if blocks[-1] and used + size > width:
            blocks.append([])
            used = 0
        blocks[-1].append(family)
        used += size
    return blocks
