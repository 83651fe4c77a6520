"""The verdict of one release on one case: its law on the same group, asked again. And the changes of such verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from kafka_assay.assignors.interface import Target
from kafka_assay.properties.known.known_findings import failure_of
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.properties.registry import law_called, promised_laws
from kafka_assay.properties.search.check import check_group

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
    """
    The verdict of one release on a case.

    `reason` says why it is neither kept nor broken; `expected` is the reason of a declared failure. `silent` says that
    there was no answer to judge; `returns-an-answer`, broken on that group, reports it. `failure` is the kind of the
    missing answer where that law is broken.
    """

    word: ReleaseWord
    reason: str | None = None
    expected: str | None = None
    silent: bool = False
    failure: str | None = None

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
    silent = bool(cell.unanswered and not cell.undecided)
    failure = None if cell.counterexample is None else failure_of(cell.counterexample)
    return ReleaseVerdict(word=cell.verdict, reason=cell.reason, expected=cell.expected, silent=silent, failure=failure)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictChange:
    """
    A law broke (`came`) or was fixed (`went`): `last` is the last release before, `first` the first after.

    The releases `between` could not be decided; the change may be at any of them.
    """

    kind: Literal["came", "went"]
    last: str
    first: str
    between: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The change as JSON, with the undecided releases between its two ends."""
        return {"change": self.kind, "last": self.last, "first": self.first, "between": list(self.between)}


def verdict_changes(row: Iterable[tuple[str, ReleaseWord]]) -> tuple[VerdictChange, ...]:
    """
    Every change of the verdict in a `row` of releases, oldest first.

    >>> [(one.kind, one.last, one.first) for one in verdict_changes([("1", "kept"), ("2", "broken"), ("3", "kept")])]
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
            kind: Literal["came", "went"] = "came" if word == "broken" else "went"
            found.append(VerdictChange(kind=kind, last=before[0], first=release, between=tuple(between)))
        before, between = (release, word), []
    return tuple(found)
