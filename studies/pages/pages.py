"""
Compare the generated pages with the code and the records; `--write` writes them.

    python -m studies pages --write
    python -m studies pages formats reference --write

The exit code is 1 if a page differs. `python -m studies results --measure` makes the measurements of the state.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping

from kafka_assay.assignors.errors import AssayError
from studies.evidence.evidence_record import evidence_files
from studies.formats.format_files import format_files
from studies.output import ROOT, GeneratedFiles
from studies.pages.release_pages import release_files
from studies.quality.quality_chapter import quality_files
from studies.reference.catalogue_pages import assignors_page, families_page, targets_page
from studies.reference.command_line_page import command_line_page
from studies.reference.laws_page import laws_page
from studies.reference.parquet_page import parquet_page
from studies.reference.switch_page import switch_page
from studies.state.results import result_files
from studies.vectors.vector_files import vector_files

REFERENCE = {
    "assignors": assignors_page,
    "command-line": command_line_page,
    "families": families_page,
    "laws": laws_page,
    "parquet": parquet_page,
    "targets": targets_page,
}
"""The pages of `docs/reference`."""


def reference_files() -> GeneratedFiles:
    """Every page of `docs/reference`, and that of switches."""
    folder = ROOT / "docs" / "reference"
    pages = {folder / f"{name}.md": make() for name, make in REFERENCE.items()}
    return GeneratedFiles({**pages, ROOT / "docs" / "start" / "switch.md": switch_page()}, folder.glob("*"))


PAGES: Mapping[str, Callable[[], GeneratedFiles]] = {
    "evidence": evidence_files,
    "formats": format_files,
    "quality": quality_files,
    "reference": reference_files,
    "releases": release_files,
    "results": result_files,
    "vectors": vector_files,
}
"""Name -> the maker of the pages: evidence, formats, quality, reference and guides, releases, findings, vectors."""


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these: {', '.join(PAGES)} (default: all)")
    parser.add_argument("--write", action="store_true", help="write what differs")


def run(args: Namespace) -> int:
    """Write the files, or name those that differ and return 1. Raises `AssayError` for an unknown name."""
    if unknown := sorted(set(args.names) - set(PAGES)):
        raise AssayError(f"{', '.join(unknown)}: expected {', '.join(PAGES)}")
    stale = [name for name in args.names or PAGES if PAGES[name]().compare(write=args.write)]
    return 1 if stale else 0
