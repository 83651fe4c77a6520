"""How it reads when too much moved although little changed."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.phrases import Sentences, moves_sentence
from kafka_assay.reports.wording.words import display_name, quantity


def _stable_group_moves_nothing(facts: Facts) -> str:
    moved = facts["count"]
    return (
        f"Asked again with its own answer as the claims, it moved {quantity(moved, 'partition')} "
        f"although nothing had changed: {moves_sentence(facts['moved'], moved)}."
    )


def _join_only_gives_to_joiner(facts: Facts) -> str:
    return (
        f"When {display_name(facts['joiner'])} joined a group that stood at the assignor's own answer, those who were "
        f"there took from each other: {moves_sentence(facts['moved'], facts['count'])}."
    )


def _leave_only_takes_from_leaver(facts: Facts) -> str:
    return (
        f"When {display_name(facts['leaver'])}, who had {quantity(facts['was'], 'partition')}, left a group that stood "
        f"at the assignor's own answer, members that stayed lost {quantity(facts['count'], 'partition')}: "
        f"{moves_sentence(facts['moved'], facts['count'])}."
    )


SENTENCES: Sentences = {
    "stable-group-moves-nothing": _stable_group_moves_nothing,
    "join-only-gives-to-joiner": _join_only_gives_to_joiner,
    "leave-only-takes-from-leaver": _leave_only_takes_from_leaver,
}
