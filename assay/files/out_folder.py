"""
What verbs write: the folder that `--out` names, and the picture that `--picture` names.

The folder is created before the work begins, so that a typing error costs no results.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from assay.output import note
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries

if TYPE_CHECKING:
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.reports.render.drawing import Drawing

Key = TypeVar("Key")


def make_folder(folder: Path | None, option: str = "--out") -> None:
    """Create `folder`, if one is given with `option`, and make sure that it is writable. Raises `AssayError`."""
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise AssayError(f"{option} {folder}: {wrong.strerror}: expected a writable folder") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise AssayError(f"{option} {folder}: expected a writable folder")


def file_name(text: str) -> str:
    """
    A target or a release as the name of a file.

    >>> file_name("npm:@platformatic/kafka@2.12.1:roundrobin")
    'npm-@platformatic-kafka@2.12.1-roundrobin'
    """
    return re.sub(r"[^A-Za-z0-9._=@+-]+", "-", text)


def write_cases(cases: Mapping[Key, Case], folder: Path) -> dict[Key, str]:
    """Write counterexamples into `folder`, with their sentences: key -> file. If that fails, note it once."""
    from kafka_assay.properties.records.case_format import write_case
    from kafka_assay.reports.check.document import explain_case

    files: dict[Key, str] = {}
    try:
        for key, case in cases.items():
            files[key] = str(write_case(explain_case(case), folder))
    except OSError as wrong:
        note(f"assay: cannot write counterexamples to {folder}: {wrong.strerror}")
    return files


def check_picture_name(name: str | None) -> None:
    """Raise `AssayError` if `--picture` names neither a PNG nor an SVG, or if Matplotlib is not installed."""
    if not name:
        return
    if Path(name).suffix.lower() not in {".png", ".svg"}:
        raise AssayError(f"--picture {name}: expected a file that ends in .png or .svg")
    require_libraries("--picture", "matplotlib")


def write_picture(drawing: Drawing, file: Path) -> None:
    """Draw into `file`, and note it on stderr. Raises `AssayError` if it cannot be written."""
    from kafka_assay.reports.render.drawing import draw_png, draw_svg

    data = draw_png(drawing) if file.suffix.lower() == ".png" else draw_svg(drawing).encode()
    try:
        file.write_bytes(data)
    except OSError as wrong:
        raise AssayError(f"--picture {file}: cannot be written: {wrong.strerror}") from None
    note(f"picture: {file}")
