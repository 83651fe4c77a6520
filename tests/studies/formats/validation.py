"""Validation of documents against the JSON Schemas of their formats; unknown keys are rejected."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from studies.formats.schemas import FORMATS, schema_of

STRICT = {one.title: schema_of(one, strict=True) for one in FORMATS}
_REGISTRY: Registry[Any] = Registry().with_resources(
    (schema["$id"], Resource.from_contents(schema)) for schema in STRICT.values()
)
_VALIDATORS = {title: Draft202012Validator(schema, registry=_REGISTRY) for title, schema in STRICT.items()}


def complaints(document: Any, title: str | None = None) -> list[str]:
    """Return what is wrong with a document, with places. `title` names its format if it does not."""
    found = _VALIDATORS[title or document["format"]].iter_errors(document)
    return [f"{one.json_path}: {one.message[:300]}" for one in found]
