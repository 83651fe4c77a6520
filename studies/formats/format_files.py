"""
The JSON Schemas of the formats, and a page for each that people exchange: every key, its type, its meaning.

A schema is written by hand, but for the parts that typed records make (`format_parts`). The pages are made from it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from studies.formats.format_parts import PARTS
from studies.formats.record_parts import Shape, with_nested
from studies.output import ROOT, GeneratedFiles, table_head, table_row

FOLDER = ROOT / "docs" / "formats"
FORMATS = {
    "group": True,
    "assignment": True,
    "life": True,
    "case": True,
    "error": False,
    "optimum": True,
    "certificate": False,
    "judgement": True,
    "whatif": False,
    "check": True,
    "comparison": True,
    "campaign": True,
    "campaign-status": False,
    "finding": True,
    "vectors": True,
    "replay": False,
    "months": False,
    "history": False,
    "bisection": False,
    "audit": False,
    "bench": False,
    "list": False,
    "report": False,
    "host": True,
    "host-test": False,
    "cache": False,
}
"""
All formats, in the order in which the index lists them: `check` for `assay-check/1`.

True: people exchange it, so it has a page. The others have a JSON Schema alone.
"""


def format_files() -> GeneratedFiles:
    """Every page and schema, with its expected content."""
    schemas = {name: schema_of(name) for name in FORMATS}
    files: dict[Path, str | bytes] = {FOLDER / "README.md": _index_page(schemas)}
    for name, schema in schemas.items():
        if FORMATS[name]:
            files[FOLDER / f"{name}.md"] = "\n".join(_page_lines(name, schema)).rstrip() + "\n"
        files[_file_of(name)] = json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
    return GeneratedFiles(files, FOLDER.glob("*"))


def _file_of(name: str) -> Path:
    return FOLDER / f"{name}.schema.json"


def schema_of(name: str) -> dict[str, Any]:
    """The schema of a format: as its file says, with the parts that records make in their place."""
    schema: dict[str, Any] = json.loads(_file_of(name).read_text("utf-8"))
    return {**schema, "$defs": {**schema["$defs"], **with_nested(PARTS.get(name, ()))}}


def _page_lines(name: str, schema: Shape) -> Iterator[str]:
    yield from (f"# `{schema['title']}`", "", schema["description"], "")
    yield from (f"JSON Schema: [{name}.schema.json]({name}.schema.json).", "")
    for inner, found in schema["$defs"].items():
        if schema.get("$ref") != f"#/$defs/{inner}":
            yield from (f"## {inner}", "")
        if "description" in found:
            yield from (found["description"], "")
        yield table_head("key", "value", "meaning")
        for key, shape in found["properties"].items():
            optional = "" if key in found["required"] else " (optional)"
            yield table_row(f"`{key}`{optional}", words_for(shape), shape["description"]).replace("\n", " ")
        yield ""
        if "additionalProperties" in found:
            yield from ("Any other key is refused.", "")


_PLAIN = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
}


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
    return f"{', '.join(parts[:-1])}, or {parts[-1]}" if len(parts) > 1 else parts[0]


def _link(reference: str) -> str:
    file, _, inner = reference.partition("#/$defs/")
    page = file.removesuffix(".schema.json")
    if not page:
        return f"[{inner}](#{inner})"
    if not FORMATS[page]:
        return f"[{inner or page}]({page}.schema.json)"
    return f"[{page}]({page}.md)" if not inner else f"[{inner}]({page}.md#{inner})"


def _index_page(schemas: dict[str, Shape]) -> str:
    """The page that lists all formats."""
    rows = []
    for name, schema in schemas.items():
        file = f"{name}.md" if FORMATS[name] else f"{name}.schema.json"
        rows.append(table_row(f"[`{schema['title']}`]({file})", schema["description"]))
    return "\n".join([_INTRODUCTION, table_head("format", "what it is"), *rows, ""])


_INTRODUCTION = """\
# JSON formats

Every JSON document that `assay` reads or prints has a key `format`. Each format has a JSON Schema; what people \
exchange has a page with all its keys, too. `python -m studies pages formats --write` writes the pages from the \
schemas, and the parts of the schemas that describe typed records from the code. Tests check the output of every verb, \
and the examples in the documents, against the schemas.

A later release may add keys. It never gives a key another meaning. The schemas of what people write (groups, lives \
and cases) refuse unknown keys, as `assay` does. The other schemas allow them.

Records that only the program that writes them reads have no schema.
"""
