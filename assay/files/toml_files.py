"""
The TOML files of a user's project: the breaks that a check expects, the regressions that a comparison accepts, and the
project's version in `pyproject.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import ExpectedFailure, Target

if TYPE_CHECKING:
    from kafka_assay.benchmarks.comparison.comparison import AcceptedRegression
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.properties.records.check_record import CheckRecord
    from kafka_assay.properties.records.listed_breaks import ListedBreak

PYPROJECT = Path("pyproject.toml")
ACCEPTED = "tool.assay.accepted"


class ExpectedBreaks(NamedTuple):
    """The listed breaks, with what decides whether one is over: the version of the project here, and the day."""

    listed: tuple[ListedBreak, ...]
    version: str | None
    today: date

    def failures(self, target: Target) -> list[ExpectedFailure]:
        """The failures that are expected of `target` beside its own."""
        now = [one for one in self.listed if not one.is_over(self._version_of(target), self.today)]
        return [failure for one in now for failure in one.failures()]

    def stale_entries(
        self,
        record: CheckRecord | None,
        target: Target,
        promised: AbstractSet[str] | None,
        corpus: Mapping[str, Case],
    ) -> tuple[str, ...]:
        """
        A sentence for each stale entry. Without a `record` of a whole search, only those that are over.

        The saved cases in `corpus` (file name -> case) may have been tried first.
        """
        from kafka_assay.properties.records.case_format import CASES
        from kafka_assay.properties.records.listed_breaks import stale_sentence

        cells, version = () if record is None else record.cells, self._version_of(target)
        names = () if record is None else record.corpus
        tried = {str(CASES / name): corpus[name] for name in names if corpus[name].target == target.name}
        found = (stale_sentence(one, cells, target.name, promised, version, self.today, tried) for one in self.listed)
        return tuple(sentence for sentence in found if sentence)

    def silent_entries(self, record: CheckRecord, target: Target) -> list[str]:
        """A sentence for each entry of which a whole search says nothing."""
        from kafka_assay.properties.records.listed_breaks import silence_sentence

        now = [one for one in self.listed if not one.is_over(self._version_of(target), self.today)]
        return [f"--expected: {told}" for one in now if (told := silence_sentence(one, record.cells))]

    def complaints(self, target: Target) -> list[str]:
        """The entries that wait for a version, where none is known."""
        from packaging.version import Version

        from kafka_assay.properties.records.listed_breaks import parse_version

        version = self._version_of(target)
        waiting = [one for one in self.listed if isinstance(one.until, Version) and parse_version(version) is None]
        where = f"{target.name} has the version {version!r}, and pyproject.toml here names none"
        return [f"--expected: {one}: until {one.until} is never reached: {where}" for one in waiting]

    def _version_of(self, target: Target) -> str:
        """The version that an entry waits for: the target's, or the project's if that is no number."""
        return target.version if self.version is None or target.version[:1].isdigit() else self.version


def read_expected(path: Path | None) -> ExpectedBreaks:
    """Read the file of `--expected`. Raises `AssayError`."""
    listed: tuple[ListedBreak, ...] = ()
    if path is not None:
        from kafka_assay.properties.records.listed_breaks import TABLE, parse_listed

        listed = parse_listed(_read_toml(path, "--expected", f"[[{TABLE}]]"), f"--expected {path}")
    return ExpectedBreaks(listed, _version_in(_read_pyproject()), datetime.now().astimezone().date())


def read_accepted(given: Path | None) -> tuple[tuple[AcceptedRegression, ...], str | None]:
    """
    The accepted regressions of the `given` file, else of `pyproject.toml` in this folder; and the version of the
    project there. Raises `AssayError`.
    """
    from kafka_assay.benchmarks.comparison.comparison import parse_accepted

    document = _read_pyproject() if given is None else _read_toml(given, "--accepted", f"[{ACCEPTED}]")
    entries = _table_in(document, *ACCEPTED.split("."))
    if given is not None and entries is None:
        raise AssayError(f"--accepted {given}: has no table [{ACCEPTED}]")
    return parse_accepted(entries or {}, f"{given or PYPROJECT}: [{ACCEPTED}]"), _version_in(document)


def _read_toml(path: Path, option: str, table: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise AssayError(f"{option} {path}: cannot be read: {wrong}: expected TOML with {table}") from None


def _read_pyproject() -> dict[str, Any]:
    """`pyproject.toml` in this folder; empty if there is none that can be read."""
    with suppress(OSError, ValueError):
        return tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    return {}


def _table_in(document: dict[str, Any], *names: str) -> dict[str, Any] | None:
    """The table under these `names`; None if there is none."""
    found: Any = document
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else None


def _version_in(document: dict[str, Any]) -> str | None:
    """The version of the project in a `pyproject.toml`; None if it has none."""
    version = (_table_in(document, "project") or {}).get("version")
    return version if isinstance(version, str) else None
