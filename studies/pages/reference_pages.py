"""The pages of docs/reference, and the functions that the guides show."""

from __future__ import annotations

from studies.generated_files import GeneratedFiles
from studies.output import ROOT
from studies.reference.catalogue_pages import assignors_page, families_page, targets_page
from studies.reference.command_line_page import command_line_page
from studies.reference.laws_page import laws_page
from studies.reference.parquet_page import parquet_page
from studies.reference.shown_source import with_sources

FOLDER = ROOT / "docs" / "reference"
GUIDES = ROOT / "docs" / "start"
PAGES = {
    "assignors": assignors_page,
    "command-line": command_line_page,
    "families": families_page,
    "laws": laws_page,
    "parquet": parquet_page,
    "targets": targets_page,
}


def reference_files() -> GeneratedFiles:
    """Every page of the folder, and every guide with the functions that it shows."""
    pages = {FOLDER / f"{name}.md": make() for name, make in PAGES.items()}
    guides = {path: with_sources(path.read_text("utf-8")) for path in GUIDES.glob("*.md")}
    return GeneratedFiles({**pages, **guides}, FOLDER.glob("*"))
