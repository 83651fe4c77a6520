"""Validation of documents against the JSON Schemas of their formats; unknown keys are rejected."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from studies.formats.format_files import FORMATS, schema_of

INTERNAL = {
    "assay-artefact/1",
    "assay-campaign-record/1",
    "assay-campaign-run/1",
    "assay-compared-side/1",
    "assay-evidence/1",
    "assay-quality/1",
    "assay-release/1",
    "assay-state/1",
    "assay-sticky-hang/1",
}
"""Records that only the program that writes them reads."""


def _strict(schema: dict[str, Any]) -> dict[str, Any]:
    parts = {name: {**part, "additionalProperties": False} for name, part in schema["$defs"].items()}
    return {**schema, "$defs": parts}


_SCHEMAS = [_strict(schema_of(name)) for name in FORMATS]
_REGISTRY: Registry[Any] = Registry().with_resources((one["$id"], Resource.from_contents(one)) for one in _SCHEMAS)
_VALIDATORS = {one["title"]: Draft202012Validator(one, registry=_REGISTRY) for one in _SCHEMAS}


def complaints(document: Any, title: str | None = None) -> list[str]:
    """Return what is wrong with a document, with places. `title` names its format if it does not."""
    named = title or document["format"]
    if named in INTERNAL:
        return []
    found = _VALIDATORS[named].iter_errors(document)
    return [f"{one.json_path}: {one.message[:300]}" for one in found]
