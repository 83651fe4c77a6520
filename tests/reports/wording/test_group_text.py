from __future__ import annotations

from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.reports.wording.group_text import answer_in_words, members_in_words, size_in_words, topics_in_words


def test_members_show_subscription_and_claims_without_control_characters() -> None:
    group = group_of({"t0": 1, "t1": 2}, {"C0": ["t0", "t1"], "C\x1b1": []}, {"C0": {"t1": [1, 0]}}, generation=5)

    assert [
        "C0 subscribes to t0 t1, claims t1-1 t1-0 at generation 5",
        "C\\x1b1 subscribes to nothing",
    ] == members_in_words(group)
    assert "2 members, 3 partitions" == size_in_words(group)


def test_instance_rack_and_old_version_of_a_member_are_shown() -> None:
    """And the racks of the replicas."""
    group = Group(
        topics=(Topic(name="t", partitions=2, replica_racks=(("ra", "rb"), ("rb",))),),
        members=(Member(id="a", subscription=("t",), instance_id="i0", rack="ra", metadata_version=1),),
    )

    assert ["a subscribes to t, instance i0, rack ra, metadata version 1"] == members_in_words(group)
    assert "t: 2 (t-0 on ra+rb, t-1 on rb)" == topics_in_words(group)


def test_many_members_are_cut_with_a_count() -> None:
    """Twelve lines at most."""
    group = group_of({"t": 1}, {f"m{number}": ["t"] for number in range(1_500)})

    assert "and 1,488 more" == members_in_words(group)[-1]


def test_answer_or_error_is_shown() -> None:
    assert "a: t-0 t-1   b: nothing" == answer_in_words({"a": {"t": [0, 1]}, "b": {}}, None)
    assert "KeyError: 'x'" == answer_in_words(None, {"type": "KeyError", "message": "'x'", "trace": ""})


def test_claims_without_a_generation_say_so_beside_claims_with_one() -> None:
    """Members without claims say nothing."""
    members = (
        Member(id="a", subscription=("t",), owned=(("t", (0,)),), generation=1),
        Member(id="b", subscription=("t",), owned=(("t", (1,)),)),
        Member(id="c", subscription=("t",)),
    )
    dated = Group(topics=(Topic(name="t", partitions=2),), members=members)
    undated = Group(topics=dated.topics, members=members[1:])

    assert [
        "a subscribes to t, claims t-0 at generation 1",
        "b subscribes to t, claims t-1 with no generation",
        "c subscribes to t",
    ] == members_in_words(dated)
    assert "b subscribes to t, claims t-1" == members_in_words(undated)[0]
