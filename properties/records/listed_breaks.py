"""
The breaks that a user lists in a file as expected (`assay check --expected`), so that they do not fail the check.

An entry holds for all groups of its input families, unlike a failure that an assignor declares itself. It must break:
if groups keep the law, or `until` is reached, the entry is stale.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from packaging.version import InvalidVersion, Version

from kafka_assay.assignors.errors import AssayError, short_repr, spelling_tip
from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.properties.input_families import family_called
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import MOST_BOUND, CheckCell, break_bound
from kafka_assay.properties.registry import LAW_BY_ID

TABLE = "expected"
KEYS = ("law", "inputs", "reason", "until")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedBreak:
    """One entry: this `law` breaks on these `inputs` (empty: on all), for this `reason`, `until` a version or a day."""

    law: str
    inputs: tuple[str, ...] = ()
    reason: str
    until: Version | date | None = None

    def __str__(self) -> str:
        """The law, and the families where it is limited to some."""
        return f"{self.law} ({', '.join(self.inputs)})" if self.inputs else self.law

    def is_over(self, version: str, today: date) -> bool:
        """Whether `until` is reached. A version that is no number never reaches it."""
        if isinstance(self.until, Version):
            reached = parse_version(version)
            return reached is not None and reached >= self.until
        return self.until is not None and today >= self.until

    def failures(self) -> list[ExpectedFailure]:
        """The same as failures that a target declares."""
        reason = self.reason if self.until is None else f"{self.reason} (until {self.until})"
        return [ExpectedFailure(law=self.law, family=name, reason=reason, group="") for name in self.inputs or ("",)]

    def names(self, law: str, inputs: str) -> bool:
        """Whether the entry is about this law and family."""
        return law == self.law and (not self.inputs or inputs in self.inputs)

    def cells_in(self, cells: Iterable[CheckCell]) -> list[CheckCell]:
        """The cells that it is about."""
        return [cell for cell in cells if self.names(cell.law, cell.inputs)]


def parse_listed(document: Mapping[str, Any], where: str) -> tuple[ListedBreak, ...]:
    """
    The entries of a TOML `document`. `where` names it in errors. Raises `AssayError`.

    >>> parse_listed({"expected": [{"law": "settles", "reason": "#12"}]}, "expected.toml")[0].reason
    '#12'
    """
    _refuse_unknown(document, (TABLE,), where)
    entries = document.get(TABLE, [])
    if not isinstance(entries, list):
        raise AssayError(f"{where}: {TABLE}: {short_repr(entries)}: expected tables under [[{TABLE}]]")
    return tuple(_parse_entry(entry, f"{where}: [[{TABLE}]] {number}") for number, entry in enumerate(entries, start=1))


def stale_sentence(
    entry: ListedBreak,
    cells: Iterable[CheckCell],
    target: str,
    promised: Collection[str] | None,
    version: str,
    today: date,
    tried: Mapping[str, Case],
) -> str | None:
    """
    Why the `entry` is stale after a check with these `cells`; None if it is not.

    It is stale if it is over, if its law is not `promised` (None: not every promised law was asked), or if groups keep
    the law and none breaks it. What is undecided or was not searched says nothing, and neither do too few groups. A
    rare break may just not have been found, unless a case of it in `tried` (file -> case) keeps the law now.
    """
    own = entry.cells_in(cells)
    kept = sum(cell.kept for cell in own)
    if entry.is_over(version, today):
        reached = f"the version is {version}" if isinstance(entry.until, Version) else f"today is {today}"
        return f"{entry} is expected to break until {entry.until}, and {reached}"
    if promised is not None and entry.law not in promised:
        return f"{entry} is expected to break, but {target} does not promise it: remove the entry"
    bound = _useful_bound(own)
    if bound is None or any(cell.verdict != "kept" for cell in own):
        return None
    keep = f"{entry} is expected to break, but all {kept:,} groups keep it"
    file = next((file for file, case in tried.items() if entry.names(case.law, case.inputs)), None)
    if file is not None:
        return f"{keep}, and so does the case {file}: remove the entry"
    return f"{keep} (95 %: fewer than 1 in {1 / bound:,.0f} break it): remove the entry, or save a case that breaks it"


def silence_sentence(entry: ListedBreak, cells: Iterable[CheckCell]) -> str | None:
    """
    That a check with these `cells` says nothing about the `entry`: no group breaks its law, and too few keep it.

    None, too, if the law was not asked there.
    """
    own = entry.cells_in(cells)
    if not own or _useful_bound(own) is not None or any(cell.verdict == "broken" for cell in own):
        return None
    kept = sum(cell.kept for cell in own)
    return f"{entry}: nothing is said of it, because {kept:,} groups keep the law, and none breaks it"


def _useful_bound(cells: Iterable[CheckCell]) -> float | None:
    """The most groups that break the law, as a share, from which a person can conclude something."""
    bound = break_bound(sum(cell.kept for cell in cells))
    return None if bound is None or bound > MOST_BOUND else bound


def _parse_entry(entry: object, where: str) -> ListedBreak:
    if not isinstance(entry, dict):
        raise AssayError(f"{where}: {short_repr(entry)}: expected a table with {' and '.join(('law', 'reason'))}")
    _refuse_unknown(entry, KEYS, where)
    for key in ("law", "reason"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise AssayError(f"{where}: {key}: {short_repr(entry.get(key))}: expected text")
    law, inputs = entry["law"], entry.get("inputs", [])
    if law not in LAW_BY_ID:
        raise AssayError(f"{where}: unknown law {law!r}{spelling_tip(law, LAW_BY_ID)}")
    names = [inputs] if isinstance(inputs, str) else inputs
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise AssayError(f"{where}: inputs: {short_repr(inputs)}: expected an input family, or a list of them")
    for name in names:
        try:
            family_called(name)
        except AssayError as wrong:
            raise AssayError(f"{where}: {wrong}") from None
    return ListedBreak(law=law, inputs=tuple(names), reason=entry["reason"], until=_parse_until(entry, where))


def _parse_until(entry: Mapping[str, Any], where: str) -> Version | date | None:
    until = entry.get("until")
    if until is None or type(until) is date:
        return until
    if isinstance(until, str):
        try:
            return date.fromisoformat(until)
        except ValueError:
            version = parse_version(until)
            if version is not None:
                return version
    raise AssayError(
        f'{where}: until: {short_repr(until)}: expected a version such as "2.1", or a day such as 2030-01-31'
    )


def _refuse_unknown(given: Iterable[str], known: Collection[str], where: str) -> None:
    unknown = next((key for key in given if key not in known), None)
    if unknown is not None:
        raise AssayError(f"{where}: unknown key {unknown!r}{spelling_tip(unknown, known)}: expected {', '.join(known)}")


def parse_version(text: str) -> Version | None:
    """The version that `text` is; None if it is no version number."""
    try:
        return Version(text)
    except InvalidVersion:
        return None
