import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.live_groups.capture import capture_groups
from kafka_assay.assignors.live_groups.group_reader import UnreadableGroup
from kafka_assay.assignors.model import Group, Member
from tests.assignors.live_groups.recorded_cluster import RecordedCluster, recorded_capture


def _group(recording: str, name: str) -> Group:
    group = next(group for group in recorded_capture(recording).groups if group.name == name)
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
    group = _group("four-clients", "g-java")

    assert ("rack-a", None) == (_member(group, "j1").rack, _member(group, "j1").instance_id)
    assert (None, "pod-2") == (_member(group, "j2").rack, _member(group, "j2").instance_id)
    assert "cooperative-sticky" == group.strategy


def test_the_rack_that_librdkafka_sends_empty_is_no_rack() -> None:
    assert _member(_group("four-clients", "g-ck"), "c1").rack is None


def test_the_metadata_version_is_that_of_the_client() -> None:
    versions = [_group("four-clients", name).members[0].metadata_version for name in ("g-java", "g-kp", "g-ak")]

    assert [3, 0, 0] == versions


@pytest.mark.parametrize("client", ["g-java-sticky", "g-kp"])
def test_the_generation_of_sticky_claims_is_read_from_both_forms_of_user_data(client: str) -> None:
    said = _group("four-clients", client).assumptions

    assert any(sentence.endswith("members claimed partitions of generation 1") for sentence in said)


def test_a_classic_group_has_no_generation_and_says_so() -> None:
    group = _group("four-clients", "g-ak")

    assert [None] == [member.generation for member in group.members]
    assert ("the cluster does not show the generation of a classic group",) == group.assumptions


def test_offsets_and_racks_of_replicas_are_per_partition() -> None:
    topic = _group("four-clients", "g-java").topics[1]

    assert ("orders", 3, (("rack-a",),) * 3) == (topic.name, topic.partitions, topic.replica_racks)
    assert ((0, 0, 0), (0, 0, 0)) == (topic.end_offsets, topic.committed_offsets)


def test_a_kip_848_group_has_epochs_racks_and_instance_ids() -> None:
    (group,) = recorded_capture("kip-848", "g-kip").groups

    assert isinstance(group, Group)
    member = _member(group, "k1")
    assert ("uniform", "Stable") == (group.strategy, group.state)
    assert (3, "rack-a", "pod-1") == (member.generation, member.rack, member.instance_id)


def test_a_member_with_a_pattern_subscribes_to_what_the_broker_gave_it() -> None:
    (group,) = recorded_capture("kip-848", "g-kip").groups

    assert isinstance(group, Group)
    assert ("logs.eu",) == _member(group, "k2").subscription
    assert "subscribes by the pattern logs.*" in group.assumptions[0]


def test_a_rebalancing_classic_group_has_no_subscriptions_and_says_so() -> None:
    (group,) = recorded_capture("preparing", "g-frozen").groups

    assert isinstance(group, Group)
    assert "PreparingRebalance" == group.state
    assert [(), ()] == [member.subscription for member in group.members]
    assert any("the broker shows none while a classic group is PreparingRebalance" in one for one in group.assumptions)


def test_a_hidden_topic_of_a_classic_group_is_shown_as_far_as_members_own_it() -> None:
    group = recorded_capture("hidden-topic", "g-hidden", "g-hidden-kip").groups[0]

    assert isinstance(group, Group)
    assert {"hidden": 2, "orders": 3} == group.partition_counts()
    assert group.topics[0].end_offsets is None
    assert any("topic hidden" in one and "TOPIC_AUTHORIZATION_FAILED" in one for one in group.assumptions)


def test_a_kip_848_group_with_a_hidden_topic_cannot_be_read() -> None:
    group = recorded_capture("hidden-topic", "g-hidden", "g-hidden-kip").groups[1]

    assert isinstance(group, UnreadableGroup)
    assert group.why.startswith("ConsumerGroupDescribe: TOPIC_AUTHORIZATION_FAILED")


def test_an_unknown_group_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(AssayError, match=r"no group 'g-jav' that this user may describe; did you mean 'g-java'\?"):
        recorded_capture("four-clients", "g-jav")


def test_no_topic_is_created_by_asking() -> None:
    cluster = RecordedCluster("four-clients")

    capture_groups(cluster)

    asked = [request for request in cluster.asked if type(request).__name__ == "MetadataRequest"]
    assert [False] == [request.allow_auto_topic_creation for request in asked]


def test_only_lists_descriptions_and_offsets_are_asked_for() -> None:
    cluster = RecordedCluster("four-clients")

    capture_groups(cluster)

    kinds = {type(request).__name__ for request in cluster.asked if request is not None}
    assert {
        "ListGroupsRequest",
        "DescribeGroupsRequest",
        "OffsetFetchRequest",
        "MetadataRequest",
        "ListOffsetsRequest",
    } == kinds
