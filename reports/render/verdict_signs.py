"""The sign and the tone of each verdict, the same in the terminal, tables and figures."""

from __future__ import annotations

from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.reports.render.blocks import Tone

SIGNS = {"kept": "✓", "broken": "✗", "undecided": "?", "undefined": "·", "unavailable": "–"}
EXPECTED = "(✗)"
"""Broken as declared."""
TONES = {"✓": Tone.GOOD, "✗": Tone.BAD, "?": Tone.UNSURE, EXPECTED: Tone.UNSURE, "–": Tone.UNSURE}
"""The tone of each sign."""


def sign_of(verdict: str, expected: str | None = None) -> str:
    """The sign of a verdict. `expected` is the reason of a declared failure."""
    return EXPECTED if verdict == "broken" and expected else SIGNS[verdict]


def cell_sign(cell: CheckCell | None) -> str:
    """The sign of a cell of the matrix; a dot if there is no cell."""
    return SIGNS["undefined"] if cell is None else sign_of(cell.verdict, cell.expected)
