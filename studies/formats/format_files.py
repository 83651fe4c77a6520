"""The pages and JSON Schemas of the formats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from studies.formats import answers, hosts, inputs, runs
from studies.formats.format_page import EXCHANGED, index_page, page_of
from studies.formats.shapes import Format, Part, Shape, part
from studies.generated_files import GeneratedFiles
from studies.output import ROOT

FOLDER = ROOT / "docs" / "formats"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
FORMATS: tuple[Format, ...] = (*inputs.FORMATS, *answers.FORMATS, *runs.FORMATS, *hosts.FORMATS)
"""All formats, in the order in which the index lists them."""


def format_files() -> GeneratedFiles:
    """Every page and schema, with its expected content."""
    files: dict[Path, str | bytes] = {FOLDER / "README.md": index_page(FORMATS)}
    for one in FORMATS:
        if one.name in EXCHANGED:
            files[FOLDER / f"{one.name}.md"] = page_of(one)
        schema = json.dumps(schema_of(one), indent=1, ensure_ascii=False)
        files[FOLDER / f"{one.name}.schema.json"] = schema + "\n"
    return GeneratedFiles(files, FOLDER.glob("*"))


def schema_of(one: Format, *, strict: bool = False) -> dict[str, Any]:
    """The schema of a format. Unless `strict`, unknown keys are allowed wherever keys may be added later."""
    roots = [part(root.name) for root in one.parts[: one.roots]]
    return {
        "$schema": DIALECT,
        "$id": f"{one.name}.schema.json",
        "title": one.title,
        "description": one.says,
        **(roots[0] if len(roots) == 1 else {"anyOf": roots}),
        "$defs": {inner.name: _object_schema(inner, strict=strict) for inner in one.parts},
    }


def _object_schema(inner: Part, *, strict: bool) -> Shape:
    schema: Shape = {
        "type": "object",
        **({"description": inner.says} if inner.says else {}),
        "properties": {one.name: {**one.shape, "description": one.meaning} for one in inner.keys},
        "required": [one.name for one in inner.keys if one.required],
    }
    return {**schema, "additionalProperties": False} if strict or inner.closed else schema
