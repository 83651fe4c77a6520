"""
The results of one target on the cases 0, 1, 2 and so on, in columns.

A law has one mark for each case, a measure one number. So a million cases fit into memory, and the results of a batch
are appended to those before it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field

from kafka_assay.assignors.interface import HANG
from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from kafka_assay.pipeline.campaign.campaign_work import optimum_of
from kafka_assay.properties.judging.cause import DECLARED
from kafka_assay.properties.judging.judgement import gap_of
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.measures.spread import topic_spread

KEPT, BROKEN, HUNG, EXPECTED, UNDECIDED, NO_VERDICT = b"kbhxu."
"""
The marks of a law on a case.

`EXPECTED` is a declared failure, `HUNG` a break because a call hung. A life counts as broken if any rebalance is.
"""
ASKED, REFUSED = b"+-"
"""The marks of a case: `REFUSED` means that the target cannot be asked about it, so it has no other mark."""

REBALANCES = "rebalances"
FIGURES = (REBALANCES, "balance_gap", "moves", "fewest_moves", "rounds", "topic_spread")
"""
The numbers of a case. All but the first are sums over its rebalances.

A case has no rebalances here, and then no other number, if an answer is missing or invalid.
"""


@dataclass(slots=True)
class CaseTotals:
    """The numbers of one case, added up while it is judged."""

    figures: dict[str, float] = field(default_factory=lambda: dict.fromkeys(FIGURES, 0.0))
    _is_valid: bool = True

    def add(self, rebalance: Rebalance) -> None:
        """Add the numbers of one rebalance."""
        trial = rebalance.trial
        if trial.failure is not None or trial.flaw is not None:
            self.figures = dict.fromkeys(FIGURES, 0.0)
            self._is_valid = False
        if not self._is_valid:
            return
        gap = gap_of(trial.group, trial.answer, optimum_of(trial.group))
        self.figures[REBALANCES] += 1
        self.figures["balance_gap"] += gap.sum_of_squares - gap.optimal_sum_of_squares
        self.figures["moves"] += gap.moves
        self.figures["fewest_moves"] += gap.optimal_moves
        self.figures["rounds"] += len(trial.rounds()) if trial.cooperative else 1
        self.figures["topic_spread"] += topic_spread(trial.group, trial.answer) or 0.0


@dataclass(slots=True, kw_only=True)
class CaseResults:
    """
    The results of one target.

    `asked` and the `marks` of each law have a byte for each case, each of the `figures` a number. `refusals` has, by
    family, the first reason why the target cannot be asked about a case.
    """

    asked: bytearray = field(default_factory=bytearray)
    marks: dict[str, bytearray] = field(default_factory=dict)
    figures: dict[str, array[float]] = field(default_factory=lambda: {name: array("d") for name in FIGURES})
    refusals: dict[str, str] = field(default_factory=dict)

    @property
    def cases(self) -> int:
        """The number of cases."""
        return len(self.asked)

    def add_case(self, laws: Iterable[str], row: CampaignRow, totals: CaseTotals) -> None:
        """Append a case that was judged by these `laws`."""
        refused = row.refused is not None
        if row.refused is not None:
            self.refusals.setdefault(row.family, row.refused)
        self.asked.append(REFUSED if refused else ASKED)
        found = {} if refused else _marks_of(row)
        for law in laws:
            self.marks.setdefault(law, bytearray()).append(found.get(law, NO_VERDICT))
        for name, numbers in self.figures.items():
            numbers.append(0.0 if refused else totals.figures[name])

    def extend(self, later: CaseResults) -> None:
        """Append the results of the cases that follow."""
        for law in self.marks.keys() | later.marks.keys():
            mine = self.marks.setdefault(law, bytearray([NO_VERDICT]) * self.cases)
            mine.extend(later.marks.get(law, bytes([NO_VERDICT]) * later.cases))
        for name, numbers in self.figures.items():
            numbers.extend(later.figures[name])
        for family, reason in later.refusals.items():
            self.refusals.setdefault(family, reason)
        self.asked.extend(later.asked)


def _marks_of(row: CampaignRow) -> dict[str, int]:
    return (
        dict.fromkeys((one.law for one in row.undecided), UNDECIDED)
        | dict.fromkeys(row.asked, KEPT)
        | {one.law: _mark_of_break(one.cause) for one in row.broken}
    )


def _mark_of_break(cause: str) -> int:
    if cause == DECLARED:
        return EXPECTED
    return HUNG if cause.startswith(f"{HANG}:") or cause == HANG else BROKEN
