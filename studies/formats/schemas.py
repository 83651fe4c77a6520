"""The JSON Schema of each format."""

from __future__ import annotations

from typing import Any

from studies.formats import (
    answers,
    campaigns,
    comparisons,
    findings,
    hosts,
    inputs,
    releases,
    replays,
    runs,
    searches,
    whatifs,
)
from studies.formats.shapes import Format, Part, Shape, part

DIALECT = "https://json-schema.org/draft/2020-12/schema"

FORMATS: tuple[Format, ...] = (
    *inputs.FORMATS,
    *answers.FORMATS,
    *whatifs.FORMATS,
    *replays.FORMATS,
    *searches.FORMATS,
    *comparisons.FORMATS,
    *releases.FORMATS,
    *runs.FORMATS,
    *campaigns.FORMATS,
    *hosts.FORMATS,
    *findings.FORMATS,
)
"""All formats, in the order in which the index lists them."""


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
