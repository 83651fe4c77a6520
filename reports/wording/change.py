"""How it reads when too much moved although little changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafka_assay.reports.wording.phrases import moves_told
from kafka_assay.reports.wording.words import counted, named

if TYPE_CHECKING:
    from kafka_assay.properties.verdict import Facts
    from kafka_assay.reports.wording.phrases import Sentences


def _stable_group_moves_nothing(facts: Facts) -> str:
    moved = facts["count"]
    return (
        f"Asked again with its own answer as the claims, it moved {counted(moved, 'partition')} "
        f"although nothing had changed: {moves_told(facts['moved'], moved)}."
    )


def _join_only_gives_to_joiner(facts: Facts) -> str:
    return (
        f"When {named(facts['joiner'])} joined a group that stood at the assignor's own answer, those who were there "
        f"took from each other: {moves_told(facts['moved'], facts['count'])}."
    )


def _leave_only_takes_from_leaver(facts: Facts) -> str:
    return (
        f"When {named(facts['leaver'])}, who had {counted(facts['was'], 'partition')}, left a group that stood at the "
        f"assignor's own answer, members that stayed lost {counted(facts['count'], 'partition')}: "
        f"{moves_told(facts['moved'], facts['count'])}."
    )


SENTENCES: Sentences = {
    "stable-group-moves-nothing": _stable_group_moves_nothing,
    "join-only-gives-to-joiner": _join_only_gives_to_joiner,
    "leave-only-takes-from-leaver": _leave_only_takes_from_leaver,
}
