"""The pages and JSON Schemas of the formats."""

from __future__ import annotations

import json
from pathlib import Path

from studies.formats.format_page import EXCHANGED, index_page, page_of
from studies.formats.schemas import FORMATS, schema_of
from studies.generated_files import GeneratedFiles
from studies.output import ROOT

FOLDER = ROOT / "docs" / "formats"


def format_files() -> GeneratedFiles:
    """Every page and schema, with its expected content."""
    files: dict[Path, str | bytes] = {FOLDER / "README.md": index_page(FORMATS)}
    for one in FORMATS:
        if one.name in EXCHANGED:
            files[FOLDER / f"{one.name}.md"] = page_of(one)
        schema = json.dumps(schema_of(one), indent=1, ensure_ascii=False)
        files[FOLDER / f"{one.name}.schema.json"] = schema + "\n"
    return GeneratedFiles(files, FOLDER.glob("*"))
