"""Sentences for the laws on small changes: what moved needlessly."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import Sentences, display_name, moves_sentence, quantity


def _stable_group_moves_nothing(facts: Facts) -> str:
    moved = facts["count"]
    return (
        f"The assignor got its own answer back as the claims, and nothing else changed. It moved "
        f"{quantity(moved, 'partition')}: {moves_sentence(facts['moved'], moved)}."
    )


def _join_only_gives_to_joiner(facts: Facts) -> str:
    return (
        f"{display_name(facts['joiner'])} joined a group that had the assignor's own answer. Old members took "
        f"partitions from each other: {moves_sentence(facts['moved'], facts['count'])}."
    )


def _leave_only_takes_from_leaver(facts: Facts) -> str:
    return (
        f"{display_name(facts['leaver'])}, with {quantity(facts['was'], 'partition')}, left a group that had the "
        f"assignor's own answer. Members that stayed lost {quantity(facts['count'], 'partition')}: "
        f"{moves_sentence(facts['moved'], facts['count'])}."
    )


SENTENCES: Sentences = {
    "stable-group-moves-nothing": _stable_group_moves_nothing,
    "join-only-gives-to-joiner": _join_only_gives_to_joiner,
    "leave-only-takes-from-leaver": _leave_only_takes_from_leaver,
}
