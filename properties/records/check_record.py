"""The record of a check: one cell for each law and input family, as data."""

from __future__ import annotations

from dataclasses import dataclass, field

from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.verdict import Word, gravest_verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckCell:
    """
    The result of a check for one law in one family.

    `examples` groups were judged; `kept`, `undecided` and `unanswered` (no answer to the group itself) say how.
    `expected` is the reason where the failure had been declared beforehand, `reason` why something is undecided.
    `replay` is the command that repeats the cell, once a report has named it.
    """

    law: str
    inputs: str
    verdict: Word
    expected: str | None = None
    examples: int = 0
    kept: int = 0
    undecided: int = 0
    unanswered: int = 0
    reason: str | None = None
    counterexample: Case | None = None
    replay: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnaskedQuestions:
    """
    What could not be put to the target at all: so many `groups` of the family `inputs`, or a law's further questions
    about them (`law`; None: the groups themselves). The `reason` is the first that was given, `trace` the stack that
    came with it.
    """

    inputs: str
    law: str | None
    groups: int
    reason: str
    trace: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRecord:
    """
    A whole check: who was asked, with which seed, how long (`seconds`) out of how much (`budget`), and the cells.

    `groups` counts different groups over all families; `corpus` names the past counterexamples that were tried first;
    `not_put` names the families of which no group may be put to the target (see `equal_only`), or none can be; what
    cannot be is in `unasked`. `command` repeats the whole check, once a report has named it.
    """

    target: str
    version: str
    like: str | None
    seed: int
    seconds: float
    budget: float
    examples: int
    groups: int
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
