"""
Compare the pages and JSON Schemas of the formats with the code; `--write` writes them.

    python -m studies formats --write
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from studies.formats.pages import index_page, page_of
from studies.formats.schemas import FORMATS, schema_of
from studies.generated_files import compare_files
from studies.output import ROOT

FOLDER = ROOT / "docs" / "formats"


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--write", action="store_true", help="write the pages and schemas")


def run(args: Namespace) -> int:
    """Write the files, or name those that differ and return 1."""
    return compare_files(format_files(), FOLDER, write=args.write)


def format_files() -> dict[Path, str]:
    """Every page and schema, with its expected content."""
    files = {FOLDER / "README.md": index_page(FORMATS)}
    for one in FORMATS:
        files[FOLDER / f"{one.name}.md"] = page_of(one)
        schema = json.dumps(schema_of(one), indent=1, ensure_ascii=False)
        files[FOLDER / f"{one.name}.schema.json"] = schema + "\n"
    return files
