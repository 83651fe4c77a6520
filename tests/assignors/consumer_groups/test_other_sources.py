"""Java's text, Burrow's `/lag`, and the tasks of Connect: each is a group, or refused with its reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kafka_assay.assignors.consumer_groups.views import SourceText
from tests.assignors.consumer_groups.imported import groups_in, owned, refusal_of

JAVA_4_3 = (
    "(groupId=payments, isSimpleConsumerGroup=false, members=(memberId=app-1-uuid, groupInstanceId=i-1, rackId=null, "
    "clientId=app-1, host=/10.0.0.1, assignment=(topicPartitions=orders-eu-0,audit-1), targetAssignment="
    "Optional.empty, memberEpoch=null, upgraded=null),(memberId=app-2-uuid, groupInstanceId=null, rackId=null, "
    "clientId=app, 2), "
    "host=/10.0.0.2, assignment=(topicPartitions=), targetAssignment=Optional.empty, memberEpoch=null, upgraded=null), "
    "partitionAssignor=range, type=Classic, groupState=Stable, coordinator=b:9092 (id: 1 rack: null isFenced: false), "
    "authorizedOperations=[], groupEpoch=null, targetAssignmentEpoch=null)"
)
"""Printed by the classes of kafka-clients 4.3.1."""
JAVA_2_0 = (
    "(groupId=payments, isSimpleConsumerGroup=false, members=(memberId=app-1-uuid, clientId=app-1, host=/10.0.0.1, "
    "assignment=(topicPartitions=audit-1,orders-eu-0)),(memberId=app-2-uuid, clientId=app, 2), host=/10.0.0.2, "
    "assignment=(topicPartitions=)), partitionAssignor=range, state=Stable, coordinator=b:9092 (id: 1 rack: null), "
    "authorizedOperations=[])"
)
JAVA_BY_HAND = (
    JAVA_4_3.replace("(groupId", "(\ngroupId").replace("members=", "\nmembers=\n    ").replace("),(", "),\n    (")
).replace("eu-0,", "eu-0,\n      ")


@pytest.mark.parametrize(
    "text",
    [
        JAVA_4_3,
        f"12:00:01 INFO Look: {{payments={JAVA_2_0}}}\n12:00:02 INFO bye\n",
        f"It says\n~~~\n{JAVA_BY_HAND}\n~~~\n",
        "log(it) // " + JAVA_2_0.replace(", clientId", ",\n    //  clientId").replace(", state", ",\n    // state"),
        "\n".join(JAVA_4_3[start : start + 80] for start in range(0, len(JAVA_4_3), 80)),
    ],
    ids=["4.3", "in a log", "broken by hand", "in comments", "wrapped by a terminal"],
)
def test_text_of_java_is_read(text: str) -> None:
    (group,) = groups_in(text)

    assert ("payments", "Stable", "range") == (group.name, group.state, group.strategy)
    assert {"app-1-uuid": {"audit": (1,), "orders-eu": (0,)}, "app-2-uuid": {}} == owned(group)
    assert ["app-1", "app, 2)"] == [member.client_id for member in group.members]


def test_each_description_of_a_text_is_read() -> None:
    """Also one that is broken onto lines, below one that is not."""
    groups = groups_in(f"{JAVA_2_0}\nThe other:\n{JAVA_BY_HAND.replace('payments', 'returns')}\n")

    assert ["payments", "returns"] == [group.name for group in groups]
    assert owned(groups[0]) == owned(groups[1])


def test_text_of_a_kip_848_group_has_epochs_and_racks() -> None:
    text = JAVA_4_3.replace("memberEpoch=null", "memberEpoch=3").replace("rackId=null", "rackId=r1")

    (group,) = groups_in(text.replace("Optional.empty", "Optional[(topicPartitions=audit-0)]"))

    assert [(3, "r1"), (3, "r1")] == [(member.generation, member.rack) for member in group.members]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (JAVA_4_3[:300], "expected a whole ConsumerGroupDescription, up to its coord"),
        (JAVA_4_3.replace("host=/10.0.0.2, ", ""), "line 1 members: '(memberId=app-2-uuid"),
        (JAVA_4_3.replace("orders-eu-0", "orders-eu-x"), "'x': expected a partition id"),
        (
            f"{JAVA_2_0[10:]}\n{JAVA_4_3}",
            "contains 2 ConsumerGroupDescription, of which 1 are whole: expected each",
        ),
        ("(groupId=s, members=, groupState=Stable, coordinator=x)", "group 's': a share group"),
    ],
)
def test_text_of_java_that_says_less_is_refused(text: str, says: str) -> None:
    assert says in refusal_of(text)


def lag(topic: str, partition: int, owner: str, client: str, offset: int | None) -> dict[str, Any]:
    """A partition in an answer of Burrow."""
    end = None if offset is None else {"offset": offset, "timestamp": 1, "observedAt": 1, "lag": 2}
    place = {"topic": topic, "partition": partition, "owner": owner, "client_id": client}
    return {**place, "status": "OK", "start": end, "end": end, "current_lag": 2, "complete": 1}


def burrow(*rows: dict[str, Any], **status: Any) -> dict[str, Any]:
    """An answer of Burrow about group g."""
    known = {"cluster": "c", "group": "g", "status": "OK", "partition_count": len(rows), "totallag": 2}
    return {"error": False, "message": "consumer status returned", "status": {**known, "partitions": rows, **status}}


def test_owners_in_burrow_are_hosts_and_clients() -> None:
    """A thread of a consumer in ZooKeeper is no host."""
    rows = [lag("t0", 0, "/h1", "app", 3), lag("t0", 1, "/h1", "app", 5), lag("t0", 2, "", "", None)]

    (group,) = groups_in(burrow(*rows, lag("t1", 0, "g_web-1-0", "", 3)))

    assert {"app /h1": {"t0": (0, 1)}, "g_web-1-0": {"t1": (0,)}} == owned(group)
    assert ["/h1", None] == [member.host for member in group.members]
    assert (None, (3, 5, None)) == (group.topics[0].end_offsets, group.topics[0].committed_offsets)
    assert "Burrow shows no member ids: those with the same client id on one host are one here" in group.assumptions[0]


def test_status_is_left_out_where_lag_is_there_too() -> None:
    """`/status` shows none of the partitions that are well."""
    whole = burrow(lag("t0", 0, "/h1", "app", 3))

    (group,) = groups_in(f"{json.dumps(burrow(partition_count=1))}\n{json.dumps(whole)}")

    assert {"app /h1": {"t0": (0,)}} == owned(group)


def test_burrow_without_owners_says_nothing_of_members() -> None:
    (group,) = groups_in(burrow(lag("t0", 0, "", "", 3)))

    assert () == group.members
    assert "no members are known: the JSON does not show who owns a partition" in group.assumptions


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (
            burrow(lag("t0", 0, "", "", 1), partition_count=3),
            "'g' is shown with 1 of 3 partitions: give the answer of /lag",
        ),
        (burrow(status="NOTFOUND"), "group 'g': Burrow does not know it (NOTFOUND)"),
        (burrow({"topic": "t0"}), "status.partitions[0].partition: null: expected a partition id"),
    ],
)
def test_part_of_an_answer_is_refused(answer: dict[str, Any], says: str) -> None:
    assert says in refusal_of(answer)


def status(name: str, runner: str, *workers: str, state: str = "RUNNING") -> dict[str, Any]:
    """The status of a connector: `workers` run its tasks."""
    tasks = [{"id": number, "state": state, "worker_id": worker} for number, worker in enumerate(workers)]
    return {"name": name, "connector": {"state": "RUNNING", "worker_id": runner}, "tasks": tasks, "type": "sink"}


SINK, SOURCE = status("sink-a", "w0:8083", "w0:8083", "w0:8083", "w1:8083"), status("b", "w2:8083", "w1:8083")
INFO = {"name": "sink-a", "config": {"tasks.max": "4"}, "tasks": [{"connector": "sink-a", "task": 3}], "type": "sink"}
EXPANDED = {
    "sink-a": {"status": SINK, "info": {"name": "sink-a", "tasks": [{"connector": "sink-a", "task": 3}]}},
    "b": {"status": SOURCE},
}
MIRROR = """
apiVersion: kafka.strimzi.io/v1beta2
kind: KafkaMirrorMaker2
metadata: {name: mirror}
status:
  replicas: 3
  connectors:
  - name: a->b.MirrorSourceConnector
    connector: {state: RUNNING, worker_id: "w0:8083"}
    tasks:
    - {id: 0, state: RUNNING, worker_id: "w0:8083"}
    - {id: 1, state: FAILED, worker_id: "w1:8083", trace: x}
    - {id: 2, state: UNASSIGNED, worker_id: "w1:8083"}
    type: source
"""
CONNECTORS = """
kind: List
items:
- kind: KafkaConnector
  metadata: {name: sink-a, labels: {strimzi.io/cluster: my-connect}}
  status: {tasksMax: 2, connectorStatus: %s}
- kind: KafkaConnector
  metadata: {name: b, labels: {strimzi.io/cluster: my-connect}}
  status: {tasksMax: 1, connectorStatus: %s}
"""
OF_SINK_AND_SOURCE = {"w0:8083": {"sink-a": (0, 1)}, "w1:8083": {"b": (0,), "sink-a": (2,)}, "w2:8083": {}}


@pytest.mark.parametrize(
    ("document", "name", "tasks", "loads"),
    [
        (EXPANDED, "connect", {"b": 1, "sink-a": 4}, OF_SINK_AND_SOURCE),
        ([SINK, SOURCE], "connect", {"b": 1, "sink-a": 3}, OF_SINK_AND_SOURCE),
        (SourceText(text=json.dumps(SINK), group_names=("mine",)), "mine", {"sink-a": 3}, None),
        (CONNECTORS % (json.dumps(SINK), json.dumps(SOURCE)), "my-connect", {"b": 1, "sink-a": 3}, OF_SINK_AND_SOURCE),
        (
            MIRROR,
            "mirror",
            {"a-_b.MirrorSourceConnector": 3},
            {"w0:8083": {"a-_b.MirrorSourceConnector": (0,)}, "w1:8083": {"a-_b.MirrorSourceConnector": (1,)}},
        ),
        (MIRROR[MIRROR.index("status:") :], "connect", {"a-_b.MirrorSourceConnector": 3}, None),
        ([INFO, SINK, SOURCE], "connect", {"b": 1, "sink-a": 4}, OF_SINK_AND_SOURCE),
    ],
    ids=[
        "expanded",
        "statuses",
        "one status, named",
        "KafkaConnector",
        "KafkaMirrorMaker2",
        "its status",
        "info apart",
    ],
)
def test_tasks_of_connect_are_a_group(document: Any, name: str, tasks: dict[str, int], loads: Any) -> None:
    (group,) = groups_in(document)

    assert (name, "connect", tasks) == (group.name, group.strategy, group.partition_counts())
    assert loads in (None, owned(group))
    assert all(sorted(tasks) == sorted(member.subscription) for member in group.members)
    assert any("Connect's own rule assigned these tasks" in sentence for sentence in group.assumptions)


def test_what_a_status_cannot_say_is_assumed() -> None:
    (mirror,) = groups_in(MIRROR)
    (alone,) = groups_in(MIRROR[MIRROR.index("status:") :])
    (sink,) = groups_in([SINK, SOURCE])

    for sentence in (
        "these tasks are FAILED, so they do not run: a-_b.MirrorSourceConnector-1",
        "these tasks are UNASSIGNED, so they do not run: a-_b.MirrorSourceConnector-2",
        "workers that run nothing are missing: 1 of 3, which no status names",
    ):
        assert sentence in mirror.assumptions
        assert sentence in alone.assumptions
    assert mirror.assumptions[0].startswith("the connector 'a->b.MirrorSourceConnector' is the topic a-_b.Mirror")
    for sentence in (
        "every worker runs something: the status does not name other workers",
        "the connectors themselves, which Connect assigns beside their tasks, are not counted: w0:8083 1, w2:8083 1",
    ):
        assert sentence in sink.assumptions
    assert not any("assign()" in sentence for sentence in sink.assumptions)


def test_connector_without_a_status_is_said_to_be_missing() -> None:
    fresh = "- kind: KafkaConnector\n  metadata: {name: fresh, labels: {strimzi.io/cluster: my-connect}}\n"

    (group,) = groups_in(CONNECTORS % (json.dumps(SINK), json.dumps(SOURCE)) + fresh)

    assert OF_SINK_AND_SOURCE == owned(group)
    assert "the connector fresh has no status: its tasks are missing" in group.assumptions


@pytest.mark.parametrize(
    ("entry", "tasks", "says"),
    [
        ({}, None, "the connector x has no status: its tasks are missing"),
        ({"status": None}, None, "the connector x has no status: its tasks are missing"),
        ({"error_code": 404, "message": "none"}, None, "the connector x has no status: its tasks are missing"),
        (
            {"info": {"name": "x", "tasks": [{"connector": "x", "task": 1}]}},
            2,
            "the connector x has no status: no worker is known to run its 1 tasks",
        ),
    ],
)
def test_entry_without_a_status_beside_others_is_named(entry: Any, tasks: int | None, says: str) -> None:
    (group,) = groups_in({**EXPANDED, "x": entry})

    assert (OF_SINK_AND_SOURCE, tasks) == (owned(group), group.partition_counts().get("x"))
    assert says in group.assumptions


def test_info_of_another_connector_is_one_without_a_status() -> None:
    (group,) = groups_in([{**INFO, "name": "x"}, SINK, SOURCE])

    assert (OF_SINK_AND_SOURCE, 4) == (owned(group), group.partition_counts()["x"])
    assert "the connector x has no status: no worker is known to run its 1 tasks" in group.assumptions


def test_connector_that_is_there_again_with_the_same_tasks_is_read_once() -> None:
    """Strimzi lists a connector once for each mirror of the same two clusters."""
    (group,) = groups_in([SINK, {**SINK, "connector": {"state": "UNASSIGNED", "worker_id": "w2:8083"}}, SOURCE])

    assert OF_SINK_AND_SOURCE == owned(group)
    assert "the connector sink-a is there more than once, with the same tasks" in group.assumptions


def test_error_of_the_rest_api_beside_a_status_is_quoted() -> None:
    text = (
        f'$ curl c/a/status\n{json.dumps(SINK)}\n$ curl c/b/status\n{{"error_code":404,"message":"No status for b"}}\n'
    )

    (group,) = groups_in(text)

    assert "the source also has an error of the REST API: No status for b" in group.assumptions


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ([SINK, status("sink-a", "w0:8083")], "[1]: 'sink-a': expected each connector once"),
        (INFO, "a.json: status: null: expected the status of a connector (kubectl"),
        (status("a", "null:-1"), "worker_id: 'null:-1': expected the worker that runs it, as host:port (is rest.adv"),
        ({**SINK, "tasks": [SINK["tasks"][0]] * 2}, "tasks[1].id: 0: expected each task once"),
        ("kind: KafkaConnector\nmetadata: {name: a}\n", "status: null: expected the status of a connector (kube"),
        (MIRROR.replace("tasks:", "task:"), "connectors[0]: 'an object': expected the status of a connector: name, "),
        ({"a": {"status": {**SINK, "tasks": [{"id": 0, "state": "RUNNING"}]}}}, "worker_id: null: expected the worker"),
    ],
)
def test_status_that_says_less_is_refused(document: Any, says: str) -> None:
    assert says in refusal_of(document)
