"""The sign and the tone of each verdict: the same in the terminal, in tables and in figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.reports.render.blocks import Tone

SIGNS = {"kept": "✓", "broken": "✗", "undecided": "?", "undefined": "·", "unavailable": "–"}
EXPECTED = "(✗)"
"""Broken, as declared beforehand."""
TONES = {"✓": Tone.GOOD, "✗": Tone.BAD, "?": Tone.UNSURE, EXPECTED: Tone.UNSURE, "–": Tone.UNSURE}
"""How a sign is coloured."""


def cell_sign(cell: CheckCell | None) -> str:
    """The sign of a cell of the matrix; a dot where there is none."""
    return SIGNS["undefined"] if cell is None else sign_of({"verdict": cell.verdict, "expected": cell.expected})


def sign_of(said: Mapping[str, Any] | None) -> str:
    """The sign of a verdict in a record; a dot where there is none."""
    if said is None:
        return SIGNS["undefined"]
    return EXPECTED if said["verdict"] == "broken" and said.get("expected") else SIGNS[said["verdict"]]
