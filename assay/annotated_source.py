"""Where the source of a Python target is, without importing it: its file, and the line of its class or function."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING

from kafka_assay.assignors.hosted.python.python_host import project_folders
from kafka_assay.reports.comparison.ci_results import SourcePlace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


def find_source(target: str, here: Path, root: Path) -> SourcePlace | None:
    """
    The place of the target `python:MODULE:NAME`, if its module is in the folder `here` or in `src` there; else None.

    The path is relative to `root`. The line is 1 if the file does not define the name.
    """
    kind, _, rest = target.partition(":")
    if kind != "python":
        return None
    module, _, name = rest.partition(":")
    stem = module.replace(".", "/")
    places = [folder / f"{stem}{end}" for folder in project_folders(here) for end in (".py", "/__init__.py")]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        return None
    return SourcePlace(found.relative_to(root).as_posix(), defining_line(found.read_bytes(), name.split(".")))


def defining_line(source: bytes, name: Sequence[str]) -> int:
    r"""
    The line on which `source` defines or imports a name, given as its words; 1 if it does not.

    >>> defining_line(b"x = 1\nclass A:\n    def b(): ...\n", ["A", "b"]), defining_line(b"(", ["A"])
    (3, 1)
    """
    try:
        with warnings.catch_warnings(action="ignore"):
            body: Sequence[ast.stmt] = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError):
        return 1
    line = 1
    for word in name:
        found = [one for one in _statements(body) if word in _bound_names(one)]
        if not found:
            break
        line = found[-1].lineno
        body = found[-1].body if isinstance(found[-1], ast.ClassDef) else ()
    return line


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module or class, also those under `if`, `try` and `with`."""
    for one in body:
        yield one
        if isinstance(one, ast.If | ast.Try | ast.With):
            parts = [getattr(one, name, []) for name in ("body", "orelse", "finalbody")]
            handlers = [handler.body for handler in getattr(one, "handlers", [])]
            for part in (*parts[:1], *handlers, *parts[1:]):
                yield from _statements(part)


def _bound_names(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {one.asname or one.name for one in names}
        case _:
            return set()
