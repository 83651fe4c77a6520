"""The record of a check as data: one cell for each law and input family."""

from __future__ import annotations

from dataclasses import dataclass, field

from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.verdict import Word, gravest_verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckCell:
    """
    The result of a check for one law in one family.

    `examples` counts the groups judged: those of the `structured` search by Hypothesis, and those `drawn` by the seeded
    generator. `limit` repeats the cell: the numbers of examples that were drawn and structured, among them those to
    which the law does not apply. `bound` is the 95 % upper bound on the share of drawn examples that break the law;
    None if one broke it, or none was drawn. `kept`, `undecided` and `unanswered` (no answer to the group itself) count
    their results. `expected` is the reason of a declared failure, `reason` that of an undecided result. `replay` is the
    command that repeats the cell, once a report has named it.
    """

    law: str
    inputs: str
    verdict: Word
    expected: str | None = None
    examples: int = 0
    structured: int = 0
    drawn: int = 0
    bound: float | None = None
    kept: int = 0
    undecided: int = 0
    unanswered: int = 0
    limit: str = ""
    reason: str | None = None
    counterexample: Case | None = None
    replay: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnaskedQuestions:
    """
    Questions that could not be put to the target: `groups` counts the groups of the family `inputs`.

    `law` names the law whose further questions could not be asked (None: the groups themselves could not be). `reason`
    is the first reason given, `trace` its stack.
    """

    inputs: str
    law: str | None
    groups: int
    reason: str
    trace: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRecord:
    """
    A whole check: the target, the seed, the time used (`seconds`) of the `budget`, and the cells.

    `groups` counts the groups judged over all families; `groups_per_second` is their rate without shrinking. `examples`
    is the limit for each family (None: the time decided). `unseen` is the chance that one of the next thousand drawn
    examples shows a new kind of answer or of declared failure (None: none was drawn).

    `corpus` names the earlier counterexamples that were tried first. `not_put` names the families that were skipped
    because none of their groups can be expressed; `unasked` says what cannot be. `command` repeats the whole check,
    once a report has named it.
    """

    target: str
    version: str
    like: str | None
    seed: int
    seconds: float
    budget: float
    examples: int | None
    groups: int
    groups_per_second: float = 0.0
    unseen: float | None = None
    command: str = ""
    corpus: tuple[str, ...] = ()
    not_put: tuple[str, ...] = ()
    unasked: tuple[UnaskedQuestions, ...] = ()
    interrupted: bool = False
    cells: tuple[CheckCell, ...] = field(hash=False)

    @property
    def verdict(self) -> Word:
        """The gravest verdict of all cells. An expected failure counts as kept."""
        return gravest_verdict("kept" if cell.expected else cell.verdict for cell in self.cells)
