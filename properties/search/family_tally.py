"""
The tallies of all laws over a range of one family's examples, which can be merged in the order of the numbers.

And what a number of drawn examples is worth: a bound on the share that breaks a law, and the chance of a new kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple
from zlib import crc32

from kafka_assay.assignors.life import Example
from kafka_assay.properties.budget import BARREN, REFUSED
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import Finding
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.judging.tally import Tally
from kafka_assay.properties.verdict import Broken, NotApplicable, NotDue, Undecided

_NOT_JUDGED = (NotApplicable, NotDue)
MOST = 3
"""Idle members and rounds beyond this number count as this number."""
NEXT = 1_000
"""The number of further examples that `unseen_chance` speaks about."""


class Origin(NamedTuple):
    """The draw of Hypothesis that led to a break: its batch with the scores of all draws, and the `example`."""

    batch: int
    example: Example
    scores: Sequence[tuple[int, int, int]]


@dataclass(slots=True, kw_only=True)
class FamilyTally:
    """
    What a number of examples of one family showed, by law.

    `numbers` examples were put to the target, with `groups` rebalances. In `refused` of them a group cannot be
    expressed to it; `refusal` is the first reason, with its stack. `ended` has the number of examples after which a law
    broke unexpectedly. `kinds` counts the kinds of the last answers. `late` are the failures of the host after an
    answer, here or in the batch before.
    """

    family: str
    laws: dict[str, Tally]
    first: int = 0
    numbers: int = 0
    groups: int = 0
    refused: int = 0
    refusal: tuple[str, str] | None = None
    worst_spread: int = 0
    seconds: float = 0.0
    kinds: Counter[int] = field(default_factory=Counter)
    ended: dict[str, int] = field(default_factory=dict)
    late: list[Evidence] = field(default_factory=list)

    @property
    def is_barren(self) -> bool:
        """Whether the family seems to have no group that may be put to the target."""
        return not self.groups and (self.numbers >= BARREN or self.refused >= REFUSED)

    @property
    def open_laws(self) -> list[str]:
        """The laws that did not break unexpectedly."""
        return [law for law, tally in self.laws.items() if not tally.is_closed]

    @property
    def unexpected(self) -> list[tuple[str, Evidence]]:
        """The laws that broke unexpectedly, with the evidence."""
        return [(law, tally.unexpected) for law, tally in self.laws.items() if tally.unexpected is not None]

    def put_to(self, law: str) -> int:
        """The number of examples that the verdict on `law` needs: up to its unexpected break."""
        return self.ended.get(law, self.numbers)

    @contextmanager
    def example(self) -> Iterator[list[Finding]]:
        """
        Count one example by the findings that the block adds to the list.

        An example that is interrupted is not counted, but what broke in it is kept.
        """
        found: list[Finding] = []
        try:
            yield found
        except BaseException:
            for finding in found:
                if isinstance(finding.verdict, Broken):
                    self.laws[finding.law.id].store(finding.evidence)
            raise
        self.numbers += 1
        self._count_rebalances(found)
        self._count_verdicts(found)

    def merge(self, later: FamilyTally) -> None:
        """Add the tallies of the examples that follow, for the laws that are still open."""
        for law in self.open_laws:
            if law in later.laws:
                self.laws[law] += later.laws[law]
                if law in later.ended:
                    self.ended[law] = self.numbers + later.ended[law]
        self.numbers += later.numbers
        self.groups += later.groups
        self.refused += later.refused
        self.refusal = self.refusal or later.refusal
        self.kinds.update(later.kinds)

    def _count_rebalances(self, findings: Sequence[Finding]) -> None:
        put = put_rebalances(findings)
        self.groups += len(put)
        refusal = findings[-1].refusal if findings else None
        if refusal is not None:
            self.refused += 1
            self.refusal = self.refusal or (f"it {refusal}", refusal.trace)
        for rebalance in put:
            if rebalance.trial.failure is None:
                loads = rebalance.trial.loads.values()
                self.worst_spread = max(self.worst_spread, max(loads, default=0) - min(loads, default=0))
        if put:
            last = put[-1]
            alarms = [one.law.id for one in findings if one.expected is not None and one.rebalance is last]
            self.kinds[answer_kind(last, alarms)] += 1

    def _count_verdicts(self, findings: Sequence[Finding]) -> None:
        is_sure: dict[str, bool] = {}  # of the laws that were decided in at least one rebalance
        for finding in findings:
            verdict, law = finding.verdict, finding.law.id
            if isinstance(verdict, _NOT_JUDGED):
                continue
            if isinstance(verdict, Undecided):
                if finding.refusal is not None:
                    break  # the refusal is the family's
                if not verdict.unasked:
                    is_sure[law] = False
            else:
                is_sure.setdefault(law, True)
            tally = self.laws[law]
            tally.add(finding)
            if isinstance(verdict, Broken) and tally.is_closed:
                self.ended.setdefault(law, self.numbers)
        for law, sure in is_sure.items():
            self.laws[law].draws += sure


def put_rebalances(findings: Sequence[Finding]) -> list[Rebalance]:
    """The rebalances of one example that were put to the target, in order."""
    found = list({id(one.rebalance): one.rebalance for one in findings}.values())
    return found[:-1] if findings and findings[-1].refusal is not None else found


def answer_kind(rebalance: Rebalance, alarms: Iterable[str] = ()) -> int:
    """
    The number of the kind of this rebalance's answer: a few coarse features. It is the same in every process.

    It depends on the number of members and the spread of their loads (both by the number of their binary digits), on
    the members without partitions, on the number of rounds, and on the kind of a failure. `alarms` are the laws that
    broke as declared. Kinds that were seen once tell how likely a new kind is.
    """
    trial = rebalance.trial
    failure = trial.failure
    known = crc32(" ".join(sorted(alarms)).encode())
    members = len(trial.group.members).bit_length()
    if failure is not None:
        return hash((members, crc32(failure.kind.encode()), known))
    loads = trial.loads.values()
    spread = max(loads, default=0) - min(loads, default=0)
    idle = sum(not load for load in loads)
    return hash((members, spread.bit_length(), min(idle, MOST), min(trial.own_steps, MOST), known))


def unseen_chance(counts: Iterable[int]) -> float | None:
    """
    The chance that one of the next thousand examples shows a kind that was not seen; None without examples.

    `counts` says how often each kind was seen. The estimate of Good and Turing: the next example is of a new kind as
    often as examples so far were the only ones of their kind.

    >>> round(unseen_chance([9_999, 1]), 3), unseen_chance([])
    (0.095, None)
    """
    number = single = 0
    for count in counts:
        number += count
        single += count == 1
    return float(1.0 - (1.0 - single / number) ** NEXT) if number else None
