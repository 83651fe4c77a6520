"""Records as JSON lines, so that an interrupted run can continue."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import installed_versions
from kafka_assay.benchmarks.environment import PACKAGES, machine

Line: TypeAlias = "dict[str, Any]"


def append_line(path: Path, line: Line) -> None:
    """Append one line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as sink:
        sink.write(json.dumps(line, separators=(",", ":")) + "\n")


def read_lines(path: Path) -> list[Line]:
    """The lines of the file at `path`, if it exists. A truncated line is left out."""
    found = []
    for text in path.read_text("utf-8").split("\n") if path.exists() else ():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        if isinstance(line, dict):
            found.append(line)
    return found


def resume_lines(path: Path) -> list[Line]:
    """The lines at `path`. A truncated last line is removed from the file, so that lines can be appended."""
    lines = read_lines(path)
    if path.exists():
        whole, end, cut = path.read_text("utf-8").rpartition("\n")
        if cut:
            path.write_text(whole + end, encoding="utf-8")
    return lines


def header(form: str, args: Namespace) -> Line:
    """The first line of a record, which says how it was made."""
    known = {"format": form, "command": args.command, "seed": args.seed}
    return {**known, "machine": asdict(machine()), "versions": installed_versions(PACKAGES)}


def read_record(path: Path, form: str) -> tuple[Line, list[Line]]:
    """The header of the record at `path`, and its other lines. Raises `AssayError` if the format is another."""
    lines = read_lines(path)
    if not lines or lines[0].get("format") != form:
        raise AssayError(f"{path}: expected a record that begins with {form}")
    return lines[0], lines[1:]


def resume_record(path: Path, first: Line, same: Sequence[str]) -> list[Line]:
    """
    The lines of the record at `path` after its header. A missing record is started with `first`.

    Raises `AssayError` if the header differs from `first` in one of the keys `same`.
    """
    resume_lines(path)
    if not path.exists():
        append_line(path, first)
    there, lines = read_record(path, first["format"])
    for part in same:
        if there[part] != first[part]:
            raise AssayError(f"{path}: begun with {part} {there[part]}: expected {first[part]}, or another --out")
    return lines
