"""What a search at one release found, law by law; or why that release could not be asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.shrink.life_runs import reading_rank
from kafka_assay.properties.verdict import Word, gravest_verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseLaw:
    """
    One law at one release: the verdict over all input families, and that of each.

    `case` is the smallest counterexample, `seconds` how long the search took to meet the first one; `expected` is the
    reason where all breaks had been declared beforehand, `reason` why something of it stayed open, if only one family.
    """

    law: str
    word: Word
    inputs: Mapping[str, Word] = field(hash=False)
    reason: str | None = None
    expected: str | None = None
    seconds: float | None = None
    case: Case | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchedRelease:
    """A release that was searched: the `version` that its host gave, whose promises it makes, how much was asked."""

    release: str
    target: str
    version: str
    like: str | None
    groups: int
    seconds: float
    laws: tuple[ReleaseLaw, ...] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnavailableRelease:
    """A release that could not be fetched, built or started, or that has no such assignor: for this `reason`."""

    release: str
    target: str
    reason: str


AtRelease: TypeAlias = SearchedRelease | UnavailableRelease


def searched_release(release: str, record: CheckRecord, first_seen: Mapping[tuple[str, str], float]) -> SearchedRelease:
    """The `record` of a check, law by law; `first_seen` are the seconds after which a cell was seen to break."""
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
        word=word,
        inputs={cell.inputs: cell.verdict for cell in cells},
        reason=None if broken or not open_cells else open_cells[0].reason,
        expected=telling[0].expected if telling else None,
        seconds=min(
            (first_seen[law, cell.inputs] for cell in telling if (law, cell.inputs) in first_seen), default=None
        ),
        case=smallest_case(cell.counterexample for cell in telling),
    )


def _gravest_verdict(cells: Iterable[CheckCell]) -> Word:
    """
    The gravest word of the families that were asked. One that the search had no time for is told, as the reason; it
    says as little against the law as examples do that were not drawn.
    """
    return gravest_verdict(
        cell.verdict for cell in cells if cell.verdict != "undecided" or (cell.examples and not _is_silent(cell))
    )


def _is_silent(cell: CheckCell) -> bool:
    """Whether the assignor gave no answer in a whole family: `returns-an-answer` says so, and not each law."""
    return cell.unanswered > 0 and not cell.undecided


def smallest_case(cases: Iterable[Case | None]) -> Case | None:
    """The case that a reader takes in most quickly; None where there is none."""
    return min((case for case in cases if case is not None), key=lambda case: reading_rank(case.example), default=None)
