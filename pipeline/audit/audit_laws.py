"""The laws that an audit asks of each answer."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from kafka_assay.assignors.interface import Promise
from kafka_assay.properties.law import Law
from kafka_assay.properties.registry import LAW_BY_ID, LAWS, promised_laws

_DEFAULT_KINDS = frozenset({"validity", "balance"})


class LawChoice(StrEnum):
    """
    Which laws an audit asks of the assignors' answers.

    `default`: validity and balance. They need only the answer. `all`: every promised law. Some of these put further
    groups to the assignor, and the references are known to keep them.
    """

    DEFAULT = "default"
    ALL = "all"


LAWS_OF_TODAY = (
    *(law for law in LAWS if law.promise is None and law.id not in {"returns-an-answer", "answers-every-member"}),
    LAW_BY_ID["optimally-balanced"],
)
"""
The laws for the captured assignment, whatever the choice.

They are the laws for every assignor that concern partitions, and the best possible balance. Nobody promised the latter;
its facts are the hand-overs that would help.
"""


@cache
def laws_of_answers(promises: frozenset[Promise], choice: LawChoice) -> tuple[Law, ...]:
    """The laws of these `promises` that `choice` asks."""
    promised = promised_laws(promises)
    return tuple(law for law in promised if choice is LawChoice.ALL or (law.kind in _DEFAULT_KINDS and not law.asks))
