"""Lines for people: coloured signs on a terminal, long lines folded with indentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.terminal.output import emit_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafka_assay.reports.render.blocks import TextLine


def print_lines(lines: Iterable[TextLine]) -> None:
    """Print `lines` to stdout."""
    from kafka_assay.reports.render.blocks import Lines

    emit_blocks([Lines(tuple(lines))])
