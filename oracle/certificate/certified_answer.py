"""What a certificate proves about an answer: the answer itself may be optimal, or only the plan in the certificate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.oracle.certificate.certificate import INVALID, verify
from kafka_assay.oracle.certificate.certificate_format import Certificate, fingerprint


class OptimumFigures(NamedTuple):
    """The figures that an optimum minimises: the sum of squared loads, then the moves."""

    sum_of_squares: int
    moves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CertifiedAnswer:
    """
    Whether an answer is proved optimal, and the best figures.

    `refused` is None where the answer is proved optimal; otherwise it is the reason. `optimum` has the figures that are
    proved best: those of the answer, or those of the plan in the certificate. It is None where nothing is proved.
    """

    refused: str | None
    optimum: OptimumFigures | None


def certify_answer(group: Group, answer: Assignment, certificate: Certificate) -> CertifiedAnswer:
    """
    What `certificate` proves about `answer` and `group`.

    There are many optima. A valid answer that is as good as the proved plan is therefore also proved.
    """
    refused = verify(group, answer, certificate.potentials)
    if refused is None:
        return CertifiedAnswer(refused=None, optimum=figures_of(group, answer))
    plan = certificate.assignment
    if plan is not None and verify(group, plan, certificate.potentials) is None:
        best = figures_of(group, plan)
        if figures_of(group, answer) == best and not refused.startswith(INVALID):
            return CertifiedAnswer(refused=None, optimum=best)
        return CertifiedAnswer(refused=refused, optimum=best)
    if certificate.fingerprint not in {None, fingerprint(group)}:
        refused = f"it belongs to another group, with the fingerprint {certificate.fingerprint}"
    return CertifiedAnswer(refused=refused, optimum=None)


def figures_of(group: Group, answer: Assignment) -> OptimumFigures:
    """The figures of an answer."""
    squares = sum(load * load for load in loads(group, answer).values())
    return OptimumFigures(squares, stickiness(valid_owners(group), answer).moved)
