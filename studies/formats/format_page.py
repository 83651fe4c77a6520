"""A page for each format: every key, its type, and its meaning."""

from __future__ import annotations

from collections.abc import Iterator

from studies.formats.shapes import Format, Key, Part, Shape
from studies.output import table_head, table_row

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
