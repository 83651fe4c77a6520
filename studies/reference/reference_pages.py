"""
Compare docs/reference and the functions in docs/guides with the code; `--write` writes them.

    python -m studies reference_pages --write
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from studies.generated_files import compare_files
from studies.output import ROOT
from studies.reference.catalogue_pages import assignors_page, families_page, targets_page
from studies.reference.command_line_page import command_line_page
from studies.reference.laws_page import laws_page
from studies.reference.parquet_page import parquet_page
from studies.reference.shown_source import with_sources

FOLDER = ROOT / "docs" / "reference"
GUIDES = ROOT / "docs" / "guides"
PAGES = {
    "assignors": assignors_page,
    "command-line": command_line_page,
    "families": families_page,
    "laws": laws_page,
    "parquet": parquet_page,
    "targets": targets_page,
}


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--write", action="store_true", help="write the pages")


def run(args: Namespace) -> int:
    """Write the pages, or name those that differ and return 1."""
    stale = compare_files(reference_files(), FOLDER, write=args.write)
    return compare_files(guide_files(), GUIDES, write=args.write) or stale


def reference_files() -> dict[Path, str]:
    """Every page of the folder, with its expected content."""
    return {FOLDER / f"{name}.md": make() for name, make in PAGES.items()}


def guide_files() -> dict[Path, str]:
    """Every guide, with the functions that it shows."""
    return {path: with_sources(path.read_text("utf-8")) for path in GUIDES.glob("*.md")}
