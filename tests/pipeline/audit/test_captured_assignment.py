"""Who reads what today, as far as the members' claims tell."""

from __future__ import annotations

from kafka_assay.assignors.model import Assignment, Claims, Group, Member, Topic
from kafka_assay.pipeline.audit.captured_assignment import captured_assignment


def today(*claims: tuple[int | None, Claims]) -> Assignment:
    """Today's assignment of members a, b ... with these generations and claims."""
    members = tuple(
        Member(id=chr(ord("a") + place), subscription=("t",), owned=owned, generation=generation)
        for place, (generation, owned) in enumerate(claims)
    )
    return captured_assignment(Group(topics=(Topic(name="t", partitions=3),), members=members))


def test_a_member_has_what_it_claims() -> None:
    """Ids are sorted and stand once; a member without claims is there with nothing."""
    assert {"a": {"t": [0, 2]}, "b": {}} == today((1, (("t", (2, 0, 2)),)), (None, ()))


def test_an_older_claim_is_no_ownership() -> None:
    """Whoever claims a partition at an older generation than another member was away when it was handed on."""
    assert {"a": {"t": [0]}, "b": {"t": [1]}} == today((4, (("t", (0, 1)),)), (5, (("t", (1,)),)))


def test_claims_of_one_generation_stand_side_by_side() -> None:
    """Two members that claim a partition at the same generation both read it: that is a finding, not ours to mend."""
    assert {"a": {"t": [1]}, "b": {"t": [1]}} == today((5, (("t", (1,)),)), (5, (("t", (1,)),)))


def test_an_unknown_generation_is_older_than_any_known_one() -> None:
    """Unknown is -1, as in Kafka; and a negative generation is a generation like others."""
    assert {"a": {}, "b": {"t": [1]}} == today((None, (("t", (1,)),)), (0, (("t", (1,)),)))
    assert {"a": {"t": [1]}, "b": {}} == today((-7, (("t", (1,)),)), (-8, (("t", (1,)),)))


def test_a_claim_on_what_is_not_there_stays() -> None:
    """Ghosts and topics that are not subscribed are kept, so that the laws can say what is wrong with them."""
    assert {"a": {"t": [-1, 9], "u": [0]}} == today((1, (("u", (0,)), ("t", (9, -1)))))
