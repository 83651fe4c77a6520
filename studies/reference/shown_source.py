"""The parts of a page that show a function of the code: the page names it in a comment."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from studies.output import ROOT, replace_part

_MARK = re.compile(r"<!-- source of (?P<file>\S+\.py): (?P<name>\w+) -->")
_END = "<!-- end of source -->"


def with_sources(text: str) -> str:
    """The text of a page, with each function as the code has it now."""
    for mark in _MARK.finditer(text):
        source = source_of(ROOT / mark["file"], mark["name"])
        text = replace_part(text, mark[0], _END, ["```python", source, "```"])
    return text


def source_of(file: Path, name: str) -> str:
    """The lines of a function of a module, with its decorators. Raises `ValueError` if there is none."""
    text = file.read_text("utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    raise ValueError(f"{file}: expected a function {name}")
