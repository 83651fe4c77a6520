"""The verdicts of several laws on one rebalance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kafka_assay.assignors.interface import Target
from kafka_assay.properties.judging.evidence import verdict_of
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.law import Law
from kafka_assay.properties.verdict import Verdict


class LawFinding(NamedTuple):
    """
    The verdict of one law on one rebalance; None if the law is not applicable, or is not asked about this example.

    `since` is the number of the trial's steps before the law asked its own questions.
    """

    law: Law
    verdict: Verdict | None
    since: int


def judge_laws(
    target: Target,
    laws: Sequence[Law],
    rebalance: Rebalance,
    *,
    number: int | None = None,  # noqa: ARG001 - costly laws
) -> Iterator[LawFinding]:
    """
    Judge the `laws` on `rebalance`, in their order.

    `number` is the number of a drawn example (None: the example comes from another source). It alone decides on which
    drawn examples a costly law is asked, so that a replay asks the same.
    """
    for law in laws:
        since = len(rebalance.trial.steps)
        yield LawFinding(law, verdict_of(target, law, rebalance.trial), since)
