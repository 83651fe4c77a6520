import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.live_groups.capture import capture_groups
from kafka_assay.assignors.live_groups.group_reader import UnreadableGroup
from kafka_assay.assignors.model import Group, Member
from tests.assignors.live_groups.recorded_cluster import RecordedCluster, recorded_capture


def _group(recording: str, name: str, *groups: str) -> Group:
    group = next(group for group in recorded_capture(recording, *groups).groups if group.name == name)
    assert isinstance(group, Group)
    return group


def _member(group: Group, client: str) -> Member:
    return next(member for member in group.members if member.client_id == client)


@pytest.mark.parametrize("client", ["g-java", "g-java-sticky", "g-kp", "g-ak", "g-ck"])
def test_the_members_of_every_client_own_each_partition_once(client: str) -> None:
    group = _group("four-clients", client)

    owned = [claim for member in group.members for claim in member.claims()]

    counts = group.partition_counts()
    assert sorted((topic, one) for topic, count in counts.items() for one in range(count)) == sorted(owned)


def test_a_java_member_has_its_rack_and_a_static_one_its_instance_id() -> None:
    """The rack that librdkafka sends empty is no rack. The metadata version is that of the client."""
    java, python, async_python, c = (_group("four-clients", name) for name in ("g-java", "g-kp", "g-ak", "g-ck"))

    assert ("rack-a", None) == (_member(java, "j1").rack, _member(java, "j1").instance_id)
    assert (None, "pod-2") == (_member(java, "j2").rack, _member(java, "j2").instance_id)
    assert "cooperative-sticky" == java.strategy
    assert _member(c, "c1").rack is None
    assert [3, 0, 0] == [group.members[0].metadata_version for group in (java, python, async_python)]


def test_a_classic_group_has_no_generation_and_says_so() -> None:
    group = _group("four-clients", "g-ak")

    assert [None] == [member.generation for member in group.members]
    assert ("the cluster does not show the generation of a classic group",) == group.assumptions


@pytest.mark.parametrize("client", ["g-java-sticky", "g-kp"])
def test_the_generation_of_sticky_claims_is_read_from_both_forms_of_user_data(client: str) -> None:
    said = _group("four-clients", client).assumptions

    assert any(sentence.endswith("members claimed partitions of generation 1") for sentence in said)


def test_offsets_and_racks_of_replicas_are_per_partition() -> None:
    topic = _group("four-clients", "g-java").topics[1]

    assert ("orders", 3, (("rack-a",),) * 3) == (topic.name, topic.partitions, topic.replica_racks)
    assert ((0, 0, 0), (0, 0, 0)) == (topic.end_offsets, topic.committed_offsets)


def test_a_kip_848_group_has_epochs_racks_and_instance_ids() -> None:
    """A member with a pattern subscribes to what the broker gave it."""
    group = _group("kip-848", "g-kip", "g-kip")

    member = _member(group, "k1")
    assert ("uniform", "Stable") == (group.strategy, group.state)
    assert (3, "rack-a", "pod-1") == (member.generation, member.rack, member.instance_id)
    assert ("logs.eu",) == _member(group, "k2").subscription
    assert "subscribes by the pattern logs.*" in group.assumptions[0]


def test_a_rebalancing_classic_group_has_no_subscriptions_and_says_so() -> None:
    group = _group("preparing", "g-frozen", "g-frozen")

    assert "PreparingRebalance" == group.state
    assert [(), ()] == [member.subscription for member in group.members]
    assert any("the broker shows none while a classic group is PreparingRebalance" in one for one in group.assumptions)


def test_a_hidden_topic_of_a_classic_group_is_shown_as_far_as_members_own_it() -> None:
    """A KIP-848 group with a hidden topic cannot be read."""
    group, unreadable = recorded_capture("hidden-topic", "g-hidden", "g-hidden-kip").groups

    assert isinstance(group, Group)
    assert {"hidden": 2, "orders": 3} == group.partition_counts()
    assert group.topics[0].end_offsets is None
    assert any("topic hidden" in one and "TOPIC_AUTHORIZATION_FAILED" in one for one in group.assumptions)
    assert isinstance(unreadable, UnreadableGroup)
    assert unreadable.why.startswith("ConsumerGroupDescribe: TOPIC_AUTHORIZATION_FAILED")


def test_an_unknown_group_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(AssayError, match=r"no group 'g-jav' that this user may describe; did you mean 'g-java'\?"):
        recorded_capture("four-clients", "g-jav")


def test_only_lists_descriptions_and_offsets_are_asked_for() -> None:
    """No topic is created by asking."""
    cluster = RecordedCluster("four-clients")

    capture_groups(cluster)

    asked = {type(request).__name__: request for request in cluster.asked if request is not None}
    kinds = {"ListGroups", "DescribeGroups", "OffsetFetch", "Metadata", "ListOffsets"}
    assert {f"{kind}Request" for kind in kinds} == asked.keys()
    assert asked["MetadataRequest"].allow_auto_topic_creation is False
