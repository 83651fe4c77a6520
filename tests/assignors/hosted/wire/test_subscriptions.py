"""What goes over the wire: messages, subscriptions, and the names of topics."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from kio.index import load_response_schema
from kio.schema.errors import ErrorCode

from kafka_assay.assignors.hosted.wire.messages import Api, UnsupportedRequest, build, parse_request, unsupported_frame
from kafka_assay.assignors.hosted.wire.subscriptions import (
    ClaimForm,
    empty_assignment,
    read_assignment,
    read_subscription,
    subscription_bytes,
)
from kafka_assay.assignors.hosted.wire.topics import BROKER, Address, Addresses, OwnTopics, TopicPool
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic, group_of

HEADER = "0000002a 0001 63"


def test_a_request_is_parsed_in_its_version() -> None:
    request = parse_request(bytes.fromhex(f"000c 0001 {HEADER} 0001 67 00000003 0001 6d"))

    assert (Api.HEARTBEAT, 1, 42) == (request.key, request.version, request.correlation)
    assert ("g", 3, "m") == (request.body.group_id, request.body.generation_id, request.body.member_id)


@pytest.mark.parametrize("start", ["0044 0000", "000c 0063"])
def test_what_was_not_announced_is_refused(start: str) -> None:
    """Newer versions of ApiVersions are answered with the known ones."""
    with pytest.raises(UnsupportedRequest) as refused:
        parse_request(bytes.fromhex(f"{start} {HEADER}"))

    assert unsupported_frame(refused.value) is None
    assert (unsupported_frame(UnsupportedRequest(Api.API_VERSIONS, 9, 42)) or b"").startswith(
        bytes.fromhex("0000002a 0023")
    )


def test_an_entity_inside_a_response_is_built_from_a_mapping() -> None:
    schema = load_response_schema(Api.CONSUMER_GROUP_HEARTBEAT, 1)
    values = {"throttle_time": 0, "error_code": ErrorCode.none, "member_epoch": 3, "heartbeat_interval": 100}
    part = {"topic_id": uuid4(), "partitions": [1, 2]}

    answer = build(schema, {**values, "assignment": {"topic_partitions": [part]}})

    assert timedelta(milliseconds=100) == answer.heartbeat_interval
    (given,) = answer.assignment.topic_partitions
    assert (part["topic_id"], (1, 2)) == (given.topic_id, given.partitions)
    assert build(schema, {**values, "assignment": None}).assignment is None


NAMES = {"a": "t0-p2", "b": "t1-p1"}
WITHOUT_CLAIMS = (ClaimForm.NOWHERE, ClaimForm.CUT_SHORT)


def member(**changes: object) -> Member:
    values = {"id": "C0", "subscription": ("b", "a", "b"), "owned": (("a", (0, -1)),), "generation": 5, "rack": "r"}
    return Member(**{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize("form", [form for form in ClaimForm if form not in WITHOUT_CLAIMS])
def test_claims_are_read_from_the_place_where_they_were_written(form: ClaimForm) -> None:
    sent = read_subscription(subscription_bytes(member(), NAMES, form))

    assert form is sent.claim_form()
    assert (3, ("t1-p1", "t0-p2", "t1-p1"), 5, "r") == (sent.version, sent.topics, sent.generation, sent.rack)


@pytest.mark.parametrize(("version", "owned", "generation"), [(0, {}, -1), (1, {"t0-p2": (0, -1)}, -1)])
def test_an_old_subscription_lacks_what_its_version_lacks(
    version: int, owned: dict[str, tuple[int, ...]], generation: int
) -> None:
    old = member(metadata_version=version)

    sent = read_subscription(subscription_bytes(old, NAMES, ClaimForm.SUBSCRIPTION))

    assert (version, owned, generation, None) == (sent.version, dict(sent.owned), sent.generation, sent.rack)
    assert bytes.fromhex("00000005") == sent.user_data


def test_a_plan_keeps_repeated_partitions() -> None:
    plan = bytes.fromhex("0000 00000001 0001 61 00000002 00000003 00000003 ffffffff")

    assert {"a": [3, 3]} == read_assignment(plan)
    assert {} == read_assignment(b"")
    assert {} == read_assignment(empty_assignment())


def test_a_form_without_claims_is_still_the_form_of_the_client() -> None:
    """franz-go's sticky members send their generation and no claims. A claim that does not fit cannot be asked."""
    sent = read_subscription(subscription_bytes(member(owned=()), NAMES, ClaimForm.USER_DATA))

    assert ClaimForm.USER_DATA is sent.claim_form()
    with pytest.raises(CannotBeAsked, match="cannot write its subscription"):
        subscription_bytes(member(owned=(("a", (2**31,)),)), NAMES, ClaimForm.SUBSCRIPTION)


def test_a_subscription_without_the_fields_of_its_version_is_written_in_the_same_form() -> None:
    """kafka-go says version 1 and ends after the user data. It reads no longer ones."""
    data = bytes.fromhex("0001 00000001 0001 61 ffffffff")

    shown = read_subscription(data)
    written = subscription_bytes(member(subscription=("a",), metadata_version=1), {"a": "a"}, ClaimForm.CUT_SHORT)

    assert (1, ("a",), {}, ClaimForm.CUT_SHORT) == (shown.version, shown.topics, shown.owned, shown.claim_form())
    assert data == written


def test_names_on_the_wire_sort_as_the_names_of_the_group() -> None:
    group = group_of({"t10": 1, "t2": 5, "T": 3, "t": 2}, {"C0": ["t10", "none"]})

    names = TopicPool().names_for(group)

    assert sorted(names.to_wire) == [names.from_wire[wire] for wire in sorted(names.from_wire)]
    assert {"t10", "t2", "T", "t", "none"} == set(names.to_wire)


def test_a_name_stands_for_one_partition_count() -> None:
    pool = TopicPool()

    wire = [pool.names_for(group_of({"t": count}, {"C0": ["t"]})).to_wire["t"] for count in (3, 9, 3)]

    assert wire[0] == wire[2] != wire[1]
    assert [3, 9] == [len(entry["partitions"]) for entry in pool.topic_entries(wire[:2])]


ADDRESSES = Addresses(first=Address("localhost", 9092), racks=Address("localhost", 9093))


def test_each_rack_is_a_broker_at_another_address() -> None:
    pool = TopicPool()
    topic = Topic(name="t", partitions=2, replica_racks=(("ra", "rb"), ("rb",)))
    names = pool.names_for(Group(topics=(topic,), members=(Member(id="C0", subscription=("t",)),)))

    (entry,) = pool.topic_entries([names.to_wire["t"]])
    racks = {broker["node_id"]: broker["rack"] for broker in pool.broker_entries(ADDRESSES)}

    assert [["ra", "rb"], ["rb"]] == [[racks[node] for node in one["replica_nodes"]] for one in entry["partitions"]]
    assert racks[BROKER] is None
    assert [9092, 9093, 9093] == [broker["port"] for broker in pool.broker_entries(ADDRESSES)]


def test_topics_are_listed_in_the_order_of_the_group() -> None:
    """A missing topic has no metadata. Of all topics only those that exist are listed."""
    pool, other = TopicPool(), TopicPool()
    names = pool.names_for(group_of({"b": 2, "c": 1, "a": 3}, {"C0": ["a", "b", "c", "none"]})).to_wire
    first = other.first_names[0]
    other.show([Topic(name=first, partitions=1)])

    entries = pool.topic_entries(["t0003-p1", *(names[topic] for topic in "abc")])
    (missing,) = pool.topic_entries([names["none"]])

    assert [names["b"], names["c"], names["a"], "t0003-p1"] == [entry["name"] for entry in entries]
    assert "unknown_topic_or_partition" == missing["error_code"].name
    assert [first] == [entry["name"] for entry in other.topic_entries(None)]


POOL = TopicPool().first_names
AS_GIVEN = OwnTopics(topics=POOL)
SORTED = OwnTopics(topics=tuple(sorted(POOL)))


def test_topics_of_the_leader_become_topics_of_the_program_in_both_orders() -> None:
    """A client that sorts its topics gets them sorted."""
    group = group_of({"a": 3, "b": 1, "c": 4}, {"C0": ["c", "a", "b", "c"]})

    names, by_name = (topics.names_for(group).to_wire for topics in (AS_GIVEN, SORTED))

    assert sorted(names) == sorted(names, key=names.__getitem__)
    assert ["c", "a", "b"] == sorted(names, key=lambda name: POOL.index(names[name]))
    assert ["a", "b", "c"] == sorted(by_name, key=lambda name: SORTED.topics.index(by_name[name]))


@pytest.mark.parametrize(
    ("members", "leader"),
    [({"C2": ["a"], "C0": [], "C1": ["a"]}, "C1"), ({"\uffff": ["a"], "\U0001960a": ["a"]}, "\U0001960a")],
)
def test_the_least_id_with_a_subscription_leads(members: dict[str, list[str]], leader: str) -> None:
    """Ids are compared by UTF-16 code units."""
    assert leader == AS_GIVEN.leader_of(group_of({"a": 3}, members))


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
