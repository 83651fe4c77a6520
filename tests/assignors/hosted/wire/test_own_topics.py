from __future__ import annotations

import pytest

from kafka_assay.assignors.hosted.wire.topics import OwnTopics, TopicPool
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic, group_of

POOL = TopicPool().first_names
AS_GIVEN = OwnTopics(topics=POOL)
SORTED = OwnTopics(topics=tuple(sorted(POOL)))


def test_topics_of_the_leader_become_topics_of_the_program_in_both_orders() -> None:
    group = group_of({"a": 3, "b": 1, "c": 4}, {"C0": ["c", "a", "b", "c"]})

    names = AS_GIVEN.names_for(group).to_wire

    assert sorted(names) == sorted(names, key=names.__getitem__)
    assert ["c", "a", "b"] == sorted(names, key=lambda name: POOL.index(names[name]))


def test_a_client_that_sorts_its_topics_gets_them_sorted() -> None:
    names = SORTED.names_for(group_of({"a": 3, "b": 1}, {"C0": ["b", "a"]})).to_wire

    assert SORTED.topics.index(names["a"]) < SORTED.topics.index(names["b"])


def test_the_least_id_with_a_subscription_leads() -> None:
    group = group_of({"a": 3}, {"C2": ["a"], "C0": [], "C1": ["a"]})

    assert "C1" == AS_GIVEN.leader_of(group)


def test_ids_are_compared_by_utf_16_code_units() -> None:
    group = group_of({"a": 3}, {"\uffff": ["a"], "\U0001960a": ["a"]})

    assert "\U0001960a" == AS_GIVEN.leader_of(group)


def test_other_topics_have_names_between_those_of_the_leader() -> None:
    members = {"C0": ["b", "d"], "C1": ["a", "c", "e", "none"]}
    group = group_of(dict.fromkeys("abcde", 1), members)

    names = AS_GIVEN.names_for(group)

    assert sorted(names.to_wire) == [names.from_wire[wire] for wire in sorted(names.from_wire)]
    assert {"b", "d"} == {name for name, wire in names.to_wire.items() if wire in POOL}


def test_the_leader_subscribes_to_all_topics_of_the_program() -> None:
    claims = (("a", (0, 2)), ("gone", (1,)))
    members = (Member(id="C0", subscription=("a",), owned=claims), Member(id="C1", subscription=("b",)))
    group = Group(topics=(Topic(name="a", partitions=3), Topic(name="b", partitions=1)), members=members)
    names = AS_GIVEN.names_for(group)

    seen = AS_GIVEN.on_wire(group, names)

    counts = seen.partition_counts()
    assert {"a": 3} == {names.from_wire[name]: counts[name] for name in POOL if counts[name]}
    assert POOL == seen.members[0].subscription
    assert [(names.to_wire["b"],), ((names.to_wire["a"], (0, 2)), (names.to_wire["gone"], (1,)))] == [
        seen.members[1].subscription,
        seen.members[0].owned,
    ]


@pytest.mark.parametrize(
    ("group", "why"),
    [
        (group_of({}, {"C0": ["none"]}), "there is no topic 'none'"),
        (group_of({f"t{place}": 1 for place in range(5)}, {"C0": [f"t{place}" for place in range(5)]}), "more topics"),
    ],
)
def test_what_the_program_cannot_lead_is_refused(group: Group, why: str) -> None:
    with pytest.raises(CannotBeAsked, match=why):
        AS_GIVEN.names_for(group)
