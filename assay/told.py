"""
Lines for people: signs coloured on a terminal, long sentences folded under their own beginning.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from assay.output import findings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reports.judged import Line

COLOURS = {"kept": "green", "broken": "bold red", "undecided": "yellow"}


def tell(lines: Iterable[Line]) -> None:
    """
    Print `lines` to stdout. Without a terminal they are folded at 100 columns and bare of colour.
    """
    from rich.text import Text

    from reports.judged import SIGNS
    from reports.legible import legible

    console = findings()
    for line in lines:
        sign = f"{SIGNS[line.word]} " if line.word else ""
        margin = " " * (line.indent + len(sign))
        width = max(40, console.width - 1 - len(margin))
        folded = wrap(legible(line.text), width, break_long_words=False, break_on_hyphens=False) or [""]
        text = Text(" " * line.indent)
        text.append(sign, style=COLOURS.get(line.word or "", ""))
        text.append(f"\n{margin}".join(folded))
        console.print(text, soft_wrap=True)
