"""What a check is given with `--expected`: the listed breaks, the version of the project here, and the day."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from assay.files.toml_files import read_toml, version_here
from kafka_assay.assignors.interface import ExpectedFailure, Target

if TYPE_CHECKING:
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.properties.records.check_record import CheckRecord
    from kafka_assay.properties.records.listed_breaks import ListedBreak


class ExpectedBreaks(NamedTuple):
    """The listed breaks, with what decides whether one is over."""

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

        listed = parse_listed(read_toml(path, "--expected", f"[[{TABLE}]]"), f"--expected {path}")
    return ExpectedBreaks(listed, version_here(), datetime.now().astimezone().date())
