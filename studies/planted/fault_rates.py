"""How often a planted fault shows: the share of drawn groups on which a promised law is broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import CannotBeAsked, Target
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.law import Law
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.properties.verdict import Broken


@dataclass(slots=True, kw_only=True)
class FaultRate:
    """
    The groups of one family, those on which a law broke without a declared failure, and the laws.

    A group is one rebalance. Groups that the program cannot express are not counted.
    """

    family: str
    groups: int = 0
    hits: int = 0
    laws: tuple[str, ...] = ()

    @property
    def one_in(self) -> float:
        """One hit in so many groups; infinite without a hit."""
        return self.groups / self.hits if self.hits else float("inf")


def measure_rates(target_text: str, families: Sequence[str], groups: int, seed: int, like: str) -> list[FaultRate]:
    """The rate of the target in each of the `families`, over at least `groups` drawn groups of each."""
    with closing(open_target(target_text, like=like)) as target:
        laws = promised_laws(target.promises)
        rates = []
        for family in families:
            rate, broken = FaultRate(family=family), dict[str, None]()
            number = 0
            while rate.groups < groups and number < 2 * groups:
                for hit in _judge(target, laws, family, seed, number):
                    rate.groups += 1
                    rate.hits += bool(hit)
                    broken.update(dict.fromkeys(hit))
                number += 1
            rate.laws = tuple(law.id for law in laws if law.id in broken)
            rates.append(rate)
    return rates


def _judge(target: Target, laws: Sequence[Law], family: str, seed: int, number: int) -> Iterator[list[str]]:
    """For each rebalance of one example, the laws that broke."""
    findings = judge_example(target, laws, drawn_example(family, seed, number), family=family, number=number)
    for _, found in groupby(findings, key=lambda finding: id(finding.rebalance)):
        judged = list(found)
        if isinstance(judged[0].rebalance.trial.failure, CannotBeAsked):
            return
        yield [one.law.id for one in judged if isinstance(one.verdict, Broken) and one.expected is None]
