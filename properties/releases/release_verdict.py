"""The verdict of one release on one case: its law on the same group, asked again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

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

    @property
    def is_decided(self) -> bool:
        """Whether the verdict is kept or broken."""
        return self.word in ("kept", "broken")


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
