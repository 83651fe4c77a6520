"""Tests of the simplification of a group."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.shrink.examples import simpler_examples, simplify_example
from kafka_assay.properties.shrink.sizes import size_of
from studies.sampling import sample

LARGE = group_of(
    {"logs": 4, "mail": 2},
    {"x": ["logs", "mail"], "y": ["logs"], "z": ["mail"]},
    {"x": {"logs": [0, 1], "mail": [0]}, "y": {"logs": [2]}},
    generation=9,
)


def test_simpler_group_is_smaller() -> None:
    """The size falls with each step, so the simplification ends."""
    for group in [LARGE, *sample("mixed", 60, seed=0), *sample("racks", 20, seed=0)]:
        for simpler in simpler_examples(group):
            assert size_of(simpler) <= size_of(group)
            assert simpler != group


def test_only_what_is_needed_remains() -> None:
    def two_claims(group: Group) -> bool:
        return any(len(ids) == 2 for member in group.members for _, ids in member.owned)

    left = simplify_example(LARGE, two_claims)

    assert group_of({"t0": 2}, {"C0": ["t0"]}, {"C0": {"t0": [0, 1]}}) == left


def test_removed_partition_or_topic_leaves_no_claim() -> None:
    for group in simpler_examples(LARGE):
        assert not {"ghost-claims", "foreign-claims", "missing-topics"} & traits(group)


def test_member_and_partition_are_removed_together_where_neither_can_go_alone() -> None:
    def as_many(group: Group) -> bool:
        return len(group.members) == sum(topic.partitions for topic in group.topics)

    group = group_of({"t0": 3}, {"C0": ["t0"], "C1": ["t0"], "C2": ["t0"]})

    assert (1, 1) == size_of(simplify_example(group, as_many))[:2]


def test_generation_instance_rack_and_version_are_removed_one_by_one() -> None:
    odd = replace(LARGE.members[2], generation=1, instance_id="i", rack="r", metadata_version=1)
    group = replace(LARGE, members=(odd,))

    simpler = {one.members[0] for one in simpler_examples(group)}

    assert replace(odd, generation=None) in simpler
    assert replace(odd, instance_id=None) in simpler
    assert replace(odd, rack=None) in simpler
    assert replace(odd, metadata_version=3) in simpler


def test_offsets_are_removed_as_a_whole_then_list_by_list() -> None:
    topic = Topic(
        name="t0",
        partitions=2,
        begin_offsets=(0, 10),
        end_offsets=(90, 20),
        committed_offsets=(None, 10),
        weights=(1.0, 2.0),
    )
    group = Group(topics=(topic,), members=(Member(id="C0", subscription=("t0",)),), auto_offset_reset="none")

    def reaches_four(group: Group) -> bool:
        return any(end is not None and end >= 4 for topic in group.topics for end in topic.end_offsets or ())

    left = simplify_example(group, reaches_four)

    assert replace(group, topics=(Topic(name="t0", partitions=2),), auto_offset_reset="latest") in simpler_examples(
        group
    )
    assert group_of({"t0": 1}, {"C0": []}).members == left.members
    assert (Topic(name="t0", partitions=1, end_offsets=(5,)), "latest") == (left.topics[0], left.auto_offset_reset)


def test_replicas_are_removed_one_by_one() -> None:
    topic = Topic(name="t0", partitions=1, replica_racks=(("ra", "rb"),))
    group = Group(topics=(topic,), members=(Member(id="C0", subscription=("t0",)),))

    left = simplify_example(
        group, lambda one: any("rb" in racks for topic in one.topics for racks in topic.replica_racks or ())
    )

    assert (("rb",),) == left.topics[0].replica_racks


def test_names_and_optional_fields_become_plain_within_three_steps() -> None:
    member = Member(id="é", subscription=("F.",), instance_id="!", rack="r", host="h", metadata_version=1)
    group = Group(topics=(Topic(name="F.", partitions=9, end_offsets=(7,) * 9),), members=(member,))
    asked: list[Group] = []

    def three_times(simpler: Group) -> bool:
        asked.append(simpler)
        return len(asked) <= 3

    simplify_example(group, three_times)

    assert group_of({"t0": 9}, {"C0": ["t0"]}) == asked[2]
