"""Tests of the current assignment as derived from the members' claims."""

from __future__ import annotations

from kafka_assay.assignors.model import Assignment, Claims, Group, Member, Topic
from kafka_assay.pipeline.audit.answer_figures import captured_assignment


def today(*claims: tuple[int | None, Claims]) -> Assignment:
    """The current assignment of members a, b ... with these generations and claims."""
    members = tuple(
        Member(id=chr(ord("a") + place), subscription=("t",), owned=owned, generation=generation)
        for place, (generation, owned) in enumerate(claims)
    )
    return captured_assignment(Group(topics=(Topic(name="t", partitions=3),), members=members))


def test_member_has_its_claims_sorted_without_repeats() -> None:
    assert {"a": {"t": [0, 2]}, "b": {}} == today((1, (("t", (2, 0, 2)),)), (None, ()))


def test_stale_claim_is_not_ownership() -> None:
    assert {"a": {"t": [0]}, "b": {"t": [1]}} == today((4, (("t", (0, 1)),)), (5, (("t", (1,)),)))


def test_overlapping_claims_of_one_generation_are_kept() -> None:
    """Both members read the partition, which is a finding."""
    assert {"a": {"t": [1]}, "b": {"t": [1]}} == today((5, (("t", (1,)),)), (5, (("t", (1,)),)))


def test_unknown_generation_counts_as_minus_one() -> None:
    assert {"a": {}, "b": {"t": [1]}} == today((None, (("t", (1,)),)), (0, (("t", (1,)),)))
    assert {"a": {"t": [1]}, "b": {}} == today((-7, (("t", (1,)),)), (-8, (("t", (1,)),)))


def test_ghost_and_foreign_claims_are_kept() -> None:
    """The laws report them."""
    assert {"a": {"t": [-1, 9], "u": [0]}} == today((1, (("u", (0,)), ("t", (9, -1)))))
