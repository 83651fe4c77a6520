"""
Compare the pages in docs/reference with the code; `--write` writes them.

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

FOLDER = ROOT / "docs" / "reference"
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
    return compare_files(reference_files(), FOLDER, write=args.write)


def reference_files() -> dict[Path, str]:
    """Every page, with its expected content."""
    return {FOLDER / f"{name}.md": make() for name, make in PAGES.items()}
