"""The JSON Schemas of the formats, and a page for each that people exchange: every key, its type, its meaning."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from studies.formats import answers, hosts, inputs, runs
from studies.formats.shapes import Format, Key, Part, Shape, part
from studies.output import ROOT, GeneratedFiles, table_head, table_row

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


_PLAIN = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
}


EXCHANGED = (
    "group",
    "assignment",
    "life",
    "case",
    "host",
    "check",
    "judgement",
    "optimum",
    "comparison",
    "campaign",
    "finding",
)
"""The formats that people exchange, which have a page. The others have a JSON Schema alone."""


def page_of(one: Format) -> str:
    """The page of a format."""
    return "\n".join(_page_lines(one)).rstrip() + "\n"


def _page_lines(one: Format) -> Iterator[str]:
    yield from (
        f"# `{one.title}`",
        "",
        one.says,
        "",
        f"JSON Schema: [{one.name}.schema.json]({one.name}.schema.json).",
        "",
    )
    for number, inner in enumerate(one.parts):
        yield from _part_lines(inner, heading=number >= one.roots or one.roots > 1)


def _part_lines(inner: Part, *, heading: bool) -> Iterator[str]:
    if heading:
        yield from (f"## {inner.name}", "")
    if inner.says:
        yield from (inner.says, "")
    yield from (table_head("key", "value", "meaning"), *map(_key_row, inner.keys), "")
    if inner.closed:
        yield from ("Any other key is refused.", "")


def _key_row(one: Key) -> str:
    name = f"`{one.name}`" if one.required else f"`{one.name}` (optional)"
    return table_row(name, words_for(one.shape), one.meaning).replace("\n", " ")


def words_for(shape: Shape) -> str:
    """
    The type in words.

    >>> words_for({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]})
    'list of text, or null'
    """
    if "$ref" in shape:
        return _link(shape["$ref"])
    if "enum" in shape:
        return _choice([f"`{word}`" for word in shape["enum"]])
    if "anyOf" in shape:
        return _choice([words_for(one) for one in shape["anyOf"]])
    kind = shape.get("type")
    if kind == "null":
        return "null"
    if kind == "array":
        return f"list of {words_for(shape['items'])}"
    if kind == "object" and "additionalProperties" in shape:
        return f"name → {words_for(shape['additionalProperties'])}"
    return _PLAIN[kind] + _limits(shape) if kind else "anything"


def _limits(shape: Shape) -> str:
    low, high = shape.get("minimum"), shape.get("maximum")
    if high is not None:
        return f" from {low} to {high}"
    return f" from {low}" if low is not None else ""


def _choice(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}, or {parts[-1]}" if len(parts) > 1 else ""


def _link(reference: str) -> str:
    file, _, inner = reference.partition("#/$defs/")
    page = file.removesuffix(".schema.json")
    if not page:
        return f"[{inner}](#{inner})"
    if page not in EXCHANGED:
        return f"[{inner or page}]({page}.schema.json)"
    return f"[{page}]({page}.md)" if not inner else f"[{inner}]({page}.md#{inner})"


def index_page(formats: tuple[Format, ...]) -> str:
    """The page that lists all formats."""
    rows = []
    for one in formats:
        file = f"{one.name}.md" if one.name in EXCHANGED else f"{one.name}.schema.json"
        rows.append(table_row(f"[`{one.title}`]({file})", one.says))
    return "\n".join([_INTRODUCTION, table_head("format", "what it is"), *rows, ""])


_INTRODUCTION = """\
# JSON formats

Every JSON document that `assay` reads or prints has a key `format`. Each format has a JSON Schema; what people \
exchange has a page with all its keys, too. `python -m studies pages formats --write` writes both from the code. Tests \
check the output of every verb, and the examples in the documents, against the schemas.

A later release may add keys. It never gives a key another meaning. The schemas of what people write (groups, lives \
and cases) refuse unknown keys, as `assay` does. The other schemas allow them.

Records that only the program that writes them reads have no schema.
"""
