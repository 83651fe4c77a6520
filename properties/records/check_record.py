"""The record of a check as data: one cell for each law and input family."""

from __future__ import annotations

from dataclasses import dataclass, field

from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.verdict import Word, gravest_verdict

CONFIDENCE = 0.95
"""The confidence of a bound."""
MOST_BOUND = 0.5
"""A bound above this says nothing that a person can act on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckCell:
    """The result of a check for one law in one family."""

    law: str
    """The id of the law."""
    inputs: str
    """The input family."""
    verdict: Word
    """The verdict."""
    expected: str | None = None
    """The reason of a declared failure."""
    examples: int = 0
    """The groups that were judged: `structured` plus `drawn`."""
    structured: int = 0
    """Of these: those of the structured search by Hypothesis."""
    drawn: int = 0
    """Those that the seeded generator drew, in the order of their numbers."""
    bound: float | None = None
    """The 95 % upper bound on the share of drawn examples that break it; null if one did, or none was drawn."""
    kept: int = 0
    """Of these: those that keep the law."""
    undecided: int = 0
    """Those on which the law could not be decided."""
    unanswered: int = 0
    """Those to which there was no answer at all."""
    limit: str = ""
    """The `--groups` that repeat the cell: groups drawn, `+` structured ones. The law may not apply to some."""
    reason: str | None = None
    """Why something is undecided."""
    counterexample: Case | None = None
    """The smallest group found that breaks the law, as a case."""
    saved: str | None = None
    """The saved case that it comes from, and whose it was: `FILE of TARGET`; null if the search found it."""
    replay: str = ""
    """The command that repeats the cell; empty until a report names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnaskedQuestions:
    """Groups, or further questions about them, that the target cannot express."""

    inputs: str
    """The input family."""
    law: str | None
    """The law whose further questions could not be asked; null: the groups themselves could not."""
    groups: int
    """The number of groups."""
    reason: str
    """The first reason that was given."""
    trace: str = ""
    """The stack that came with it, such as that of `configure()`; missing where none came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRecord:
    """A whole check of one target."""

    target: str
    """The assignor."""
    version: str
    """The version that its host gave."""
    like: str | None
    """Whose promises it makes; null: only the laws of every assignor were asked."""
    seed: int
    """The seed."""
    seconds: float
    """The time that the check took."""
    budget: float
    """The time that it was given."""
    examples: int | None
    """The most groups of each family, or with `--groups` of all; null: the time decided."""
    groups: int
    """The groups judged over all families."""
    groups_per_second: float = 0.0
    """Their rate while all processes searched, before shrinking."""
    unseen: float | None = None
    """The chance that 1,000 further drawn examples show a new kind of answer or declared failure; null: none drawn."""
    command: str = ""
    """The command that repeats the check; empty until a report names it."""
    corpus: tuple[str, ...] = ()
    """Past counterexamples that were tried first."""
    not_put: tuple[str, ...] = ()
    """Families that were skipped, because no group of theirs can be put to the target."""
    unasked: tuple[UnaskedQuestions, ...] = ()
    """What cannot be put to the target."""
    same_as: str | None = None
    """The assignor whose answers were compared with those of the target, with `--same-as`."""
    stale: tuple[str, ...] = ()
    """Stale entries of `--expected`, a sentence for each: the break is over, or its day or version is reached."""
    interrupted: bool = False
    """Whether the check was interrupted."""
    cells: tuple[CheckCell, ...] = field(hash=False)
    """A result for each law and input family."""

    @property
    def verdict(self) -> Word:
        """The gravest verdict of all cells. An expected failure counts as kept, a stale entry as broken."""
        return (
            "broken"
            if self.stale
            else gravest_verdict("kept" if cell.expected else cell.verdict for cell in self.cells)
        )


def break_bound(draws: int) -> float | None:
    """
    The 95 % upper bound on the share of examples that break a law, if none of `draws` random ones did; None for none.

    A fault that hits a larger share would have been seen with a probability of 95 %.

    >>> round(1 / break_bound(41_200)), break_bound(0)
    (13753, None)
    """
    if draws <= 0:
        return None
    return float(1.0 - (1.0 - CONFIDENCE) ** (1.0 / draws))
