"""Groups as JSON in the shapes of admin clients and dashboards: each says who owns what, or is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.assignors.consumer_groups.imported import groups_in, owned, refusal_of, views_of

T0, T1 = [{"topic": "t0", "partition": 1}, {"topic": "t0", "partition": 0}], [{"topic": "t1", "partition": 2}]
OWNED = {"a": {"t0": (0, 1), "t1": (2,)}, "b": {}}
"""What the members a and b own in each shape of `SHAPES`."""


def go_rows(**more: Any) -> list[dict[str, Any]]:
    """The partitions of OWNED with upper-case keys."""
    return [{"Topic": one["topic"], "Partition": one["partition"], **more} for one in T0 + T1]


def lag_row(topic: str, partition: int, owner: str | None) -> dict[str, Any]:
    """A partition in the `Lag` of kadm."""
    member = None if owner is None else {"MemberID": owner, "ClientID": "app", "ClientHost": "/h", "Assigned": {}}
    place = {"Topic": topic, "Partition": partition}
    return {
        **place,
        "Member": member,
        "Commit": {**place, "At": 3},
        "End": {**place, "Offset": 5},
        "Lag": 2,
        "Err": None,
    }


def rest(kind: str, **keys: Any) -> dict[str, Any]:
    """A resource of Confluent's REST API."""
    return {"kind": f"KafkaConsumer{kind}", "metadata": {"self": "x"}, "consumer_group_id": "g", **keys}


REST_ROWS = [
    rest("Assignment", consumer_id="a", topic_name=one["topic"], partition_id=one["partition"]) for one in T0 + T1
]
RPK_ROWS = [{**one, "current_offset": 3, "log_end_offset": 5, "member_id": "a", "client_id": "app"} for one in T0 + T1]
KAFKA_PYTHON_2 = (
    "GroupInformation(error_code=0, group='g', state='Stable', protocol_type='consumer', protocol='range', members=["
    "MemberInformation(member_id='a', client_id='app', client_host='/h', member_metadata="
    "ConsumerProtocolMemberMetadata(version=0, subscription=['t0', 't1'], user_data=b'\\x00'), member_assignment="
    "ConsumerProtocolMemberAssignment(version=0, assignment=[(topic='t0', partitions=[0, 1]), (topic='t1', "
    "partitions=[2])], user_data=None)), MemberInformation(member_id='b', client_id='app', client_host='/h', "
    "member_metadata=b'', member_assignment=b'')], authorized_operations=None)"
)
"""Printed by the classes of kafka-python 2.0.2."""
SHAPES: dict[str, Any] = {
    "confluent-kafka-javascript": {
        "groups": [
            {
                "groupId": "g",
                "error": None,
                "state": 3,
                "type": 2,
                "protocolType": "consumer",
                "protocol": "range",
                "members": [
                    {"memberId": "a", "assignment": {"topicPartitions": T0 + T1}},
                    {"memberId": "b", "assignment": {"topicPartitions": []}},
                ],
            }
        ]
    },
    "confluent-kafka-go": {
        "GroupID": "g",
        "Error": {},
        "State": 3,
        "PartitionAssignor": "range",
        "Members": [
            {"ConsumerID": "a", "GroupInstanceID": "", "Assignment": {"TopicPartitions": go_rows(Offset=-1001)}},
            {"ConsumerID": "b", "Assignment": {"TopicPartitions": None}},
        ],
    },
    "AKHQ, which leaves out empty lists": {
        "id": "g",
        "state": "STABLE",
        "partitionAssignor": "range",
        "members": [{"id": "a", "clientId": "app", "assignments": T0 + T1}, {"id": "b", "clientId": "app"}],
    },
    "kadm's DescribeConsumerGroups": {
        "g": {
            "Group": "g",
            "State": "Stable",
            "AssignorName": "range",
            "Members": [
                {"MemberID": "a", "MemberEpoch": 4, "Assignment": {"t0": {"1": {}, "0": {}}, "t1": {"2": {}}}},
                {"MemberID": "b", "MemberEpoch": 4, "Assignment": None},
            ],
            "Err": None,
        }
    },
    "kadm's Lag": {
        "g": {
            "Group": "g",
            "State": "Stable",
            "Protocol": "range",
            "ProtocolType": "consumer",
            "Members": [{"MemberID": "a", "Assigned": {}}, {"MemberID": "b", "Assigned": {}}],
            "Lag": {
                "t0": {"0": lag_row("t0", 0, "a"), "1": lag_row("t0", 1, "a")},
                "t1": {"2": lag_row("t1", 2, "a"), "0": lag_row("t1", 0, None)},
            },
        }
    },
    "rpk, whose members name no partitions": [
        {
            "group_name": "g",
            "state": "Stable",
            "balancer": "range",
            "members": 2,
            "partitions": RPK_ROWS,
            "members_details": [{"member_id": "a", "topic_partitions": []}, {"member_id": "b", "topic_partitions": []}],
        }
    ],
    "Confluent REST: assignments": [
        {"kind": "KafkaConsumerGroupList", "data": [rest("Group", state="STABLE", partition_assignor="range")]},
        {"data": [rest("", consumer_id="a", instance_id=None), rest("", consumer_id="b", client_id="app")]},
        {"kind": "KafkaConsumerAssignmentList", "data": REST_ROWS},
    ],
    "Confluent REST: lags": [
        rest("Group", state="STABLE", partition_assignor="range"),
        rest("", consumer_id="a"),
        rest("", consumer_id="b"),
        *({**one, "kind": "KafkaConsumerLag", "current_offset": 3, "log_end_offset": 5} for one in REST_ROWS),
    ],
    "pairs, and partitions as text": {
        "group": "g",
        "state": "ConsumerGroupState.STABLE",
        "protocol": "range",
        "members": {
            "a": {"member_id": "a", "member_assignment": [["t0", [0, 1]], ["t1", [2]]]},
            "b": {"member_id": "b", "member_assignment": []},
        },
    },
    "confluent-kafka-python, with str for all that is no JSON": {
        "group_id": "g",
        "state": "ConsumerGroupState.STABLE",
        "type": "ConsumerGroupType.CLASSIC",
        "partition_assignor": "range",
        "members": [
            {
                "member_id": "a",
                "group_instance_id": None,
                "assignment": {
                    "topic_partitions": [
                        f"TopicPartition{{topic={one['topic']},partition={one['partition']},offset=-1001,error=None}}"
                        for one in T0 + T1
                    ]
                },
                "target_assignment": None,
            },
            {"member_id": "b", "assignment": {"topic_partitions": []}},
        ],
    },
    "kafka-node, with what it decoded": {
        "g": {
            "groupId": "g",
            "error": None,
            "state": "Stable",
            "protocolType": "consumer",
            "protocol": "range",
            "members": [
                {"memberId": "a", "memberAssignment": {"partitions": {"t0": [0, 1], "t1": [2]}, "version": 0}},
                {"memberId": "b", "memberAssignment": {"partitions": {}, "version": 0}},
            ],
        }
    },
    "Redpanda Console": {
        "consumerGroups": [
            {
                "groupId": "g",
                "state": "Stable",
                "protocolType": "consumer",
                "protocol": "range",
                "members": [
                    {
                        "id": "a",
                        "assignments": [
                            {"topicName": "t0", "partitionIds": [0, 1]},
                            {"topicName": "t1", "partitionIds": [2]},
                        ],
                    },
                    {"id": "b", "assignments": []},
                ],
                "topicOffsets": [{"topic": "t0", "partitionCount": 2, "partitionOffsets": []}],
            }
        ]
    },
    "the text of partitions": {
        "groupId": "g",
        "groupState": "Stable",
        "partitionAssignor": "range",
        "members": [{"consumerId": "a", "assignment": ["t0-0", "t0-1", "t1-2"]}, {"consumerId": "b", "assignment": []}],
    },
}


@pytest.mark.parametrize("shape", SHAPES)
def test_each_shape_shows_who_owns_what(shape: str) -> None:
    document = SHAPES[shape]

    (group,) = groups_in(document)
    (lines,) = groups_in("\n".join(map(json.dumps, document)) if isinstance(document, list) else document)

    assert ("g", "Stable", "range", OWNED) == (group.name, group.state, group.strategy, owned(group))
    assert group == lines


@pytest.mark.parametrize("text", [KAFKA_PYTHON_2, f"[\n{KAFKA_PYTHON_2}\n]", KAFKA_PYTHON_2.replace(", ", ",\n  ")])
def test_text_of_kafka_python_is_read(text: str) -> None:
    (group,) = groups_in(f">>> print(admin.describe_consumer_groups(['g']))\n{text}\n")

    assert ("g", "Stable", "range", OWNED) == (group.name, group.state, group.strategy, owned(group))
    assert ("t0", "t1") == group.members[0].subscription
    assert "of the group (the JSON does not show subscriptions): b" in " ".join(group.assumptions)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"memberMetadata": {"subscription": ["t0"], "version": 0}}, {"memberMetadata": {"subscription": ["t1"]}}),
        ({"subscription": {"topics": ["t0"], "version": 0}}, {"subscription": {"topics": ["t1"]}}),
    ],
    ids=["kafka-node", "kastlex"],
)
def test_subscription_that_is_shown_is_not_assumed(one: dict[str, Any], other: dict[str, Any]) -> None:
    a, b = {"memberId": "a", "assignment": ["t0-0"]}, {"memberId": "b", "assignment": ["t1-0"]}

    (group,) = groups_in({"groupId": "g", "members": [{**a, **one}, {**b, **other}]})

    assert [("t0",), ("t1",)] == [member.subscription for member in group.members]
    assert not any("does not show subscriptions" in said for said in group.assumptions)


@pytest.mark.parametrize(
    ("offsets", "end"),
    [
        ({"offsets": [{"topic": "t0", "partition": 0, "commitOffset": 7, "lag": "2"}]}, 9),
        ({"partitions": [{"topic": "t0", "partition": 0, "offset": 7, "high_wm_offset": 9}]}, 9),
        ({"partitions": [{"topic": "t0", "partition": 0, "offset": 7, "lag": -1}]}, None),
        (
            {
                "group_message_offsets": [
                    {"topic": "t0", "partition": 0, "message_current_offset": 7, "message_log_end_offset": 9}
                ]
            },
            9,
        ),
        (
            {
                "topicOffsets": [
                    {"topic": "t0", "partitionOffsets": [{"partitionId": 0, "groupOffset": 7, "highWaterMark": 9}]}
                ]
            },
            9,
        ),
    ],
    ids=["commitOffset and lag", "kastlex", "no lag", "Huawei Cloud", "Redpanda Console"],
)
def test_offsets_are_read_under_each_name(offsets: dict[str, Any], end: int | None) -> None:
    """They name no owner, so the members do."""
    (group,) = groups_in({"groupId": "g", "members": [{"id": "a", "assignment": ["t0-0"]}, {"id": "b"}], **offsets})

    (topic,) = group.topics
    assert ({"a": {"t0": (0,)}, "b": {}}, (7,)) == (owned(group), topic.committed_offsets)
    assert end == (topic.end_offsets and topic.end_offsets[0])


def test_size_of_a_topic_in_redpanda_console_is_known() -> None:
    """An offset beside an error is no offset."""
    rows = [{"partitionId": 0, "groupOffset": 0, "highWaterMark": 0, "lag": 0, "error": "offline"}]
    offsets = [{"topic": "t0", "partitionCount": 4, "partitionOffsets": rows}]

    (views,) = views_of({"groupId": "g", "members": [], "topicOffsets": offsets}).values()
    (group,) = groups_in({"groupId": "g", "members": [], "topicOffsets": offsets})

    assert {"t0": 4} == group.partition_counts()
    assert [(None, None)] == [(row.committed, row.end) for row in views.offsets or []]


def test_last_description_of_a_group_counts() -> None:
    """A group that did not exist yet is Dead."""
    later = {"groupId": "g", "state": 3, "members": [{"id": "a", "assignment": ["t0-0"]}]}

    (group,) = groups_in([{"groupId": "g", "state": 4, "members": []}, later])

    assert {"a": {"t0": (0,)}} == owned(group)


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({"groupId": "g", "type": "Share", "members": []}, "group 'g': a share group: several members may own"),
        ({"groupId": "g", "groupType": "STREAMS", "members": []}, "group 'g': a streams group: the broker assigns"),
        ({"groupId": "g", "protocolType": "connect", "members": []}, "so its members read nothing: give /connectors?"),
        ({"Group": "g", "Err": {"Message": "NOPE", "Code": 1}, "Members": None}, "it was not described (err NOPE)"),
        ({"groupId": "g", "state": 4, "members": []}, "group 'g': it is Dead: it does not exist, or this"),
        ({"groupId": "g", "errorCode": 16, "members": []}, "group 'g': it was not described (errorcode 16)"),
        (
            {"Group": "g", "Members": [{"MemberID": "a", "Assigned": {}}]},
            "does not show topics: add what shows the own",
        ),
        (
            {"groupId": "g", "members": [{"id": "a"}], "offsets": [{"topic": "t0", "partition": 0, "offset": 3}]},
            "does not show topics: add what shows the own",
        ),
        ({"groupId": "g", "members": [{"id": "a"}], "offsets": [], "lag": 9}, "does not show topics: add what shows"),
        (
            {
                "groupId": "g",
                "members": 1,
                "memberDetails": [{"memberId": "a"}],
                "partitions": [{**T0[0], "offset": 3}],
            },
            "does not show topics: add what shows the own",
        ),
        ({"groupId": "g", "members": 3, "state": "STABLE"}, "group 'g': add its members view or its offsets view"),
        (
            {"groupId": "g", "members": [{"id": "a", "assignment": ["t-0"]}, {"id": "a", "assignment": []}]},
            "members[1]: 'a': expected each member once",
        ),
        ({"groupId": "g", "members": [{}]}, "members[0].memberId: null: expected the id of a member"),
        ({"groupId": "g", "members": [{"id": "a", "assignment": [{"topic": "t"}]}]}, "assignment[0]: object {'topic'"),
        ({"groupId": "g", "members": [{"id": "a", "assignment": {"t 0": [0]}}]}, "'t 0': expected a topic name"),
        ({"groupId": "g", "members": [{"id": "a", "assignment": {"t": [-1]}}]}, "-1: expected a partition id from 0"),
        ({"groupId": "g", "members": [{"id": "a", "assignment": "?"}]}, "'?': expected bytes as base64"),
        (
            {"groupId": "g", "members": [{"id": "a", "assignment": "AAA="}]},
            "expected the bytes of a member's assignment",
        ),
        ({"groupId": "g", "state": "Stable"}, "a.json: is in no known format"),
        (
            [{"groupId": "g", "members": []}, {"groupId": "h"}],
            "a.json: [1]: 'an object': expected a group, with groupId (or its like) and members",
        ),
        (
            [rest("", consumer_id="a"), rest("", consumer_id="a", client_id="c")],
            "[1]: 'a': expected each consumer once",
        ),
        ([rest("", client_id="a")], "a.json: [0].consumer_id: null: expected the id of a consumer, or an empty text"),
        ({"some": "thing"}, "a.json: is in no known format. Formats that can be imported: log (log"),
        ('{"groupId": "g", "members": [', "a.json: line 1 column 30: 'the end of the text': expected JSON"),
    ],
)
def test_group_that_cannot_be_read_is_refused(document: Any, says: str) -> None:
    why = refusal_of(document)

    assert says in why
    assert why.startswith(("a.json: ", "group 'g'"))


def test_group_without_members_is_a_group() -> None:
    (group,) = groups_in({"groupId": "g", "state": "EMPTY", "members": []})

    assert ("Empty", (), ()) == (group.state, group.members, group.topics)


def test_consumers_of_whom_no_assignments_are_given_own_nothing_by_assumption() -> None:
    (group,) = groups_in({"data": [rest("", consumer_id="a"), rest("", consumer_id="b")]}, {"data": REST_ROWS})

    assert OWNED == owned(group)
    assert "members of which the JSON shows no partitions own none: b" in group.assumptions


def test_consumer_that_is_given_again_keeps_its_partitions() -> None:
    (group,) = groups_in({"data": [rest("", consumer_id="a"), *REST_ROWS]}, {"data": [rest("", consumer_id="a")]})

    assert {"a": OWNED["a"]} == owned(group)


def test_second_answer_about_offsets_is_said_to_replace_the_first() -> None:
    rows = [{**one, "currentOffset": 3, "endOffset": 5, "consumerId": "a"} for one in T0]
    first = {"groupId": "g", "members": 1, "partitions": rows}

    (group,) = groups_in(first, {**first, "partitions": rows[:1]})

    assert "the offsets were given more than once; the last ones are used" in group.assumptions
    assert not any("more than once" in said for said in groups_in(first, first)[0].assumptions)


def test_dashboard_shows_only_members_with_partitions() -> None:
    """kafka-ui counts the members, and names the owners of partitions."""
    rows = [{**one, "currentOffset": 3, "endOffset": 5, "consumerId": "a", "host": "/h"} for one in T0]

    (group,) = groups_in({"groupId": "g", "members": 3, "partitionAssignor": "range", "partitions": rows})

    assert {"a": {"t0": (0, 1)}} == owned(group)
    assert "2 of the 3 members are missing: no view shows them" in group.assumptions
    assert ((5, 5), (3, 3)) == (group.topics[0].end_offsets, group.topics[0].committed_offsets)
