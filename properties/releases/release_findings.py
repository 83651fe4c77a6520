"""The findings of a search at one release, by law, or the reason why the release could not be asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.shrink.sizes import reading_rank
from kafka_assay.properties.verdict import Word, gravest_verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseLaw:
    """
    One law at one release: the verdict over all input families, and that of each family.

    `counterexample` is the smallest one. `seconds_to_find` is the search time until the first break. `expected` is the
    reason if all breaks were declared. `reason` says why the law is undecided, even if in one family only.
    """

    law: str
    verdict: Word
    expected: str | None = None
    reason: str | None = None
    seconds_to_find: float | None = None
    inputs: Mapping[str, Word] = field(hash=False)
    counterexample: Case | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchedRelease:
    """A searched release: the `version` that its host reported, its promises, and how much was asked."""

    release: str
    target: str
    version: str
    like: str | None
    groups: int
    seconds: float
    laws: tuple[ReleaseLaw, ...] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnavailableRelease:
    """A release that cannot be fetched, built or started, or has no such assignor; `reason` says which."""

    release: str
    target: str
    reason: str


AtRelease: TypeAlias = SearchedRelease | UnavailableRelease


def searched_release(release: str, record: CheckRecord, first_seen: Mapping[tuple[str, str], float]) -> SearchedRelease:
    """
    The `record` of a check, by law. `first_seen` is the time in seconds at which each cell was first seen to break.
    """
    laws = dict.fromkeys(cell.law for cell in record.cells)
    return SearchedRelease(
        release=release,
        target=record.target,
        version=record.version,
        like=record.like,
        groups=record.groups,
        seconds=record.seconds,
        laws=tuple(_release_law(law, [cell for cell in record.cells if cell.law == law], first_seen) for law in laws),
    )


def _release_law(law: str, cells: list[CheckCell], first_seen: Mapping[tuple[str, str], float]) -> ReleaseLaw:
    broken = [cell for cell in cells if cell.verdict == "broken"]
    telling = [cell for cell in broken if cell.expected is None] or broken
    word = _gravest_verdict(cells)
    open_cells = [
        cell for cell in cells if cell.verdict == "undecided" and (word == "undecided" or not _is_silent(cell))
    ]
    return ReleaseLaw(
        law=law,
        verdict=word,
        inputs={cell.inputs: cell.verdict for cell in cells},
        reason=None if broken or not open_cells else open_cells[0].reason,
        expected=telling[0].expected if telling else None,
        seconds_to_find=min(
            (first_seen[law, cell.inputs] for cell in telling if (law, cell.inputs) in first_seen), default=None
        ),
        counterexample=smallest_case(cell.counterexample for cell in telling),
    )


def _gravest_verdict(cells: Iterable[CheckCell]) -> Word:
    """
    The gravest verdict of the families that were asked.

    A family that got no time only gives the reason: it says no more against the law than groups that were not drawn.
    """
    return gravest_verdict(
        cell.verdict for cell in cells if cell.verdict != "undecided" or (cell.examples and not _is_silent(cell))
    )


def _is_silent(cell: CheckCell) -> bool:
    """Whether the assignor gave no answer in the whole family. `returns-an-answer` reports that, not each law."""
    return cell.unanswered > 0 and not cell.undecided


def smallest_case(cases: Iterable[Case | None]) -> Case | None:
    """The case that is easiest to read; None if there is none."""
    return min((case for case in cases if case is not None), key=lambda case: reading_rank(case.example), default=None)
