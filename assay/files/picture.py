"""The file of `--picture`: check its name and write it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from assay.terminal.output import note
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries

if TYPE_CHECKING:
    from kafka_assay.reports.render.drawing import Plot

ENDINGS = (".png", ".svg")


def check_picture_name(name: str | None) -> None:
    """
    Raise `AssayError` if `--picture` names neither a PNG nor an SVG, or if Matplotlib is not installed.
    """
    if name and Path(name).suffix.lower() not in ENDINGS:
        raise AssayError(f"--picture {name}: expected a file that ends in .png or .svg")
    if name:
        require_libraries("--picture", "matplotlib")


def write_picture(plot: Plot, file: Path) -> None:
    """Draw into `file`, and note it on stderr. Raises `AssayError` if it cannot be written."""
    from kafka_assay.reports.render.drawing import draw_png, draw_svg

    data = draw_png(plot) if file.suffix.lower() == ".png" else draw_svg(plot).encode()
    try:
        file.write_bytes(data)
    except OSError as wrong:
        raise AssayError(f"--picture {file}: cannot be written: {wrong.strerror}") from None
    note(f"picture: {file}")
