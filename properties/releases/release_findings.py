"""What is known of one release: the findings of its search by law, and its verdicts on cases."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from kafka_assay.assignors.interface import Target
from kafka_assay.properties.known.known_findings import failure_of
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.registry import law_called, promised_laws
from kafka_assay.properties.search.check import check_group
from kafka_assay.properties.shrink.sizes import reading_rank
from kafka_assay.properties.verdict import Word, gravest_verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseLaw:
    """One law at one release."""

    law: str
    """The id of the law."""
    verdict: Word
    """The gravest verdict of all families."""
    expected: str | None = None
    """The reason of an expected failure, if all breaks were declared."""
    reason: str | None = None
    """Why the law is undecided, even if in one family only."""
    seconds_to_find: float | None = None
    """How long the search took to find the first break."""
    inputs: Mapping[str, Word] = field(hash=False)
    """Input family to verdict."""
    counterexample: Case | None = None
    """The smallest counterexample."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchedRelease:
    """A searched release: its promises, how much was asked, and what was found."""

    release: str
    """The release."""
    target: str
    """The assignor at this release."""
    version: str
    """The version that its host gave."""
    like: str | None
    """Whose promises it makes."""
    groups: int
    """The number of groups."""
    seconds: float
    """The time that the search took."""
    laws: tuple[ReleaseLaw, ...] = field(hash=False)
    """A result for each law."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnavailableRelease:
    """A release that cannot be fetched, built or started, or has no such assignor; `reason` says which."""

    release: str
    target: str
    reason: str


AtRelease: TypeAlias = SearchedRelease | UnavailableRelease

_LACKING = re.compile(r"no class is called|has no assignors?\b")


def lacks_assignor(reason: str | None) -> bool:
    """
    Whether a release is unavailable because it has no such assignor. Earlier releases have none either.

    >>> lacks_assignor("kafka-python==0.9.1 has no assignors: the first release with assignors is 1.0.0")
    True
    """
    return reason is not None and _LACKING.search(reason) is not None


def first_with_assignor(count: int, reason_of: Callable[[int], str | None]) -> int:
    """
    The place of the first of `count` releases that has the assignor, found by halving; 0 if the last one has none.

    `reason_of` says why a release is unavailable, or None.
    """
    if count < 2 or not lacks_assignor(reason_of(0)) or lacks_assignor(reason_of(count - 1)):
        return 0
    without, with_it = 0, count - 1
    while with_it - without > 1:
        middle = (without + with_it) // 2
        if lacks_assignor(reason_of(middle)):
            without = middle
        else:
            with_it = middle
    return with_it


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
        counterexample=min(
            (case for cell in telling if (case := cell.counterexample) is not None),
            key=lambda case: reading_rank(case.example),
            default=None,
        ),
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


ReleaseWord: TypeAlias = Literal["kept", "broken", "undecided", "undefined", "unavailable"]
"""
A verdict word for a release.

`undefined`: the law is not applicable to the release on this group, or cannot be expressed. `unavailable`: the release
cannot be fetched, built or started.
"""

TIMES = 5
"""How often a case is put to a release before the law counts as kept: some assignors answer at random."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseVerdict:
    """The verdict of one release on a case."""

    word: ReleaseWord
    """`undefined`: the law is not asked there; `unavailable`: the release cannot be had."""
    reason: str | None = None
    """Why it is neither kept nor broken."""
    expected: str | None = None
    """The reason of a declared failure."""
    silent: bool = False
    """Whether there was no answer to judge; `returns-an-answer`, broken on that group, reports it."""
    failure: str | None = None
    """The kind of the missing answer, where `returns-an-answer` is broken."""

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON. Only a missing answer has the key `failure`."""
        said = {"verdict": self.word, "reason": self.reason, "expected": self.expected, "silent": self.silent}
        return said if self.failure is None else {**said, "failure": self.failure}


def verdict_from_json(document: Mapping[str, Any]) -> ReleaseVerdict:
    """Read what `to_json` wrote. Other input raises `KeyError` or `TypeError`."""
    said = {key: document[key] for key in ("reason", "expected", "silent")}
    return ReleaseVerdict(word=document["verdict"], failure=document.get("failure"), **said)


def judge_release(target: Target, case: Case, times: int = TIMES) -> ReleaseVerdict:
    """The verdict of `target` on `case`: broken if any of `times` attempts is. A life is replayed, answer by answer."""
    law = law_called(case.law)
    if law not in promised_laws(target.promises):
        return ReleaseVerdict(word="undefined", reason=f"it does not promise {law.promise}")
    verdict = ReleaseVerdict(word="undefined", reason="the law is not applicable to this group")
    for _ in range(times):
        cells = check_group(target, case.example, inputs=case.inputs, laws=[law], seed=case.seed).cells
        if not cells:
            return verdict
        verdict = _verdict_of_cell(cells[0])
        if verdict.word != "kept":
            return verdict
    return verdict


def _verdict_of_cell(cell: CheckCell) -> ReleaseVerdict:
    if not cell.examples:  # the question cannot be expressed at this release, which is no fault
        return ReleaseVerdict(word="undefined", reason=cell.reason)
    failure = None if cell.counterexample is None else failure_of(cell.counterexample)
    return ReleaseVerdict(
        word=cell.verdict, reason=cell.reason, expected=cell.expected, silent=_is_silent(cell), failure=failure
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictChange:
    """A law broke or was fixed between two releases."""

    change: Literal["came", "went"]
    """`came`: the law is broken from here on; `went`: it is kept again."""
    last: str
    """The last release before the change."""
    first: str
    """The first release after it."""
    between: tuple[str, ...] = ()
    """Releases between them that could not be decided; the change may be at any of them."""


def verdict_changes(row: Iterable[tuple[str, ReleaseWord]]) -> tuple[VerdictChange, ...]:
    """
    Every change of the verdict in a `row` of releases, oldest first.

    >>> [(one.change, one.last, one.first) for one in verdict_changes([("1", "kept"), ("2", "broken"), ("3", "kept")])]
    [('came', '1', '2'), ('went', '2', '3')]
    """
    found: list[VerdictChange] = []
    before: tuple[str, ReleaseWord] | None = None
    between: list[str] = []
    for release, word in row:
        if word not in ("kept", "broken"):
            between.append(release)
            continue
        if before is not None and before[1] != word:
            change: Literal["came", "went"] = "came" if word == "broken" else "went"
            found.append(VerdictChange(change=change, last=before[0], first=release, between=tuple(between)))
        before, between = (release, word), []
    return tuple(found)
