"""The file of accepted regressions: `[tool.assay.accepted]` in `pyproject.toml`, or in the file of `--accepted`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.comparison.accepted import AcceptedRegression, parse_accepted

PYPROJECT = Path("pyproject.toml")
TABLE = "tool.assay.accepted"


class AcceptedFile(NamedTuple):
    """The accepted regressions of a file, and the version of the project that it describes."""

    entries: tuple[AcceptedRegression, ...] = ()
    version: str | None = None


def read_accepted(given: Path | None) -> AcceptedFile:
    """The entries of the `given` file, else of `pyproject.toml` in this folder. Raises `AssayError`."""
    path = PYPROJECT if given is None else given
    if given is None and not path.is_file():
        return AcceptedFile()
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        if given is None:
            return AcceptedFile()
        raise AssayError(f"--accepted {path}: cannot be read: {wrong}: expected TOML with [{TABLE}]") from None
    entries = _table_in(document, *TABLE.split("."))
    if given is not None and entries is None:
        raise AssayError(f"--accepted {path}: has no table [{TABLE}]")
    version = (_table_in(document, "project") or {}).get("version")
    accepted = parse_accepted(entries or {}, f"{path}: [{TABLE}]")
    return AcceptedFile(accepted, version if isinstance(version, str) else None)


def _table_in(document: dict[str, Any], *names: str) -> dict[str, Any] | None:
    found: Any = document
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else None
