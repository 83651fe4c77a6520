"""The TOML files of a user's project: what is accepted or expected there, and the project's version."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError

PYPROJECT = Path("pyproject.toml")


def read_toml(path: Path, option: str, table: str) -> dict[str, Any]:
    """The document in `path`, which `option` names. Raises `AssayError`."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise AssayError(f"{option} {path}: cannot be read: {wrong}: expected TOML with {table}") from None


def table_in(document: dict[str, Any], *names: str) -> dict[str, Any] | None:
    """The table under these `names`; None if there is none."""
    found: Any = document
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else None


def project_version(document: dict[str, Any]) -> str | None:
    """The version of the project in a `pyproject.toml`."""
    version = (table_in(document, "project") or {}).get("version")
    return version if isinstance(version, str) else None


def version_here() -> str | None:
    """The version of the project in this folder; None if it has no `pyproject.toml` with one."""
    with suppress(AssayError):
        return project_version(read_toml(PYPROJECT, "", "[project]"))
    return None
