"""The pages of docs/reference."""

from __future__ import annotations

from studies.generated_files import GeneratedFiles
from studies.output import ROOT
from studies.reference.catalogue_pages import assignors_page, families_page, targets_page
from studies.reference.command_line_page import command_line_page
from studies.reference.laws_page import laws_page
from studies.reference.parquet_page import parquet_page

FOLDER = ROOT / "docs" / "reference"
PAGES = {
    "assignors": assignors_page,
    "command-line": command_line_page,
    "families": families_page,
    "laws": laws_page,
    "parquet": parquet_page,
    "targets": targets_page,
}


def reference_files() -> GeneratedFiles:
    """Every page of the folder."""
    return GeneratedFiles({FOLDER / f"{name}.md": make() for name, make in PAGES.items()}, FOLDER.glob("*"))
