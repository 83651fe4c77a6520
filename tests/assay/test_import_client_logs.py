"""Tests of `assay import` with what each client logs, release by release."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from tests.assay.shell import Shell

JAVA_SHARES = "{a-1=Assignment(partitions=[t-0]), b-1=Assignment(partitions=[t-1])}"
PYTHON_SHARES = (
    "{'a-1': ConsumerProtocolMemberAssignment(version=0, assignment=[(topic='t', partitions=[0])], user_data=b''), "
    "'b-1': ConsumerProtocolMemberAssignment(version=0, assignment=[(topic='t', partitions=[1])], user_data=b'')}"
)
RESPONSE = (
    "JoinGroupResponse_v2(throttle_time_ms=0, error_code=0, generation_id=4, group_protocol='range', leader_id='a-1', "
    "member_id='a-1', members=[(member_id='a-1', member_metadata=b'')])"
)
# In the formats of the sources of these releases.
OLDER = {
    "Java 0.11": [
        (
            "Performing assignment for group g using strategy range with subscriptions "
            "{a-1=Subscription(topics=[t]), b-1=Subscription(topics=[t])}"
        ),
        f"Finished assignment for group g: {JAVA_SHARES}",
        "Successfully joined group g with generation 4",
    ],
    "Java 2.3": [
        (
            "[Consumer clientId=a, groupId=g] Performing assignment using strategy range with subscriptions "
            "{a-1=Subscription(topics=[t]), b-1=Subscription(topics=[t])}"
        ),
        f"[Consumer clientId=a, groupId=g] Finished assignment for group: {JAVA_SHARES}",
        "[Consumer clientId=a, groupId=g] Successfully joined group with generation 4",
    ],
    "kafka-python 2.0.2": [
        f"Received successful JoinGroup response for group g: {RESPONSE}",
        f"Finished assignment for group g: {PYTHON_SHARES}",
        "Successfully joined group g with generation 4",
    ],
}


SUBSCRIBED = ", ".join(
    f"'{name}': ConsumerProtocolMemberMetadata(version=0, subscription=['t'], user_data=b'')" for name in ("a-1", "b-1")
)
OLDER["kafka-python on Python 2"] = [
    re.sub(r"'([\w-]+)'", r"u'\1'", line).replace("b''", "''")
    for line in (
        *OLDER["kafka-python 2.0.2"][:1],
        f"Performing assignment for group g using strategy range with subscriptions {{{SUBSCRIBED}}}",
        *OLDER["kafka-python 2.0.2"][1:],
    )
]


@pytest.mark.parametrize("client", OLDER)
def test_plans_of_older_clients_get_the_generation_of_another_line(shell: Shell, client: str) -> None:
    found = shell.import_log("".join(f"2019-01-01 10:00:00 {line}\n" for line in OLDER[client])).document

    claims = [(one["id"], one["owned"], one["generation"]) for one in found["members"]]
    assert ("g", [("a-1", {"t": [0]}, 4), ("b-1", {"t": [1]}, 4)]) == (found["name"], claims)
    assert not any("has no generations" in said for said in found["assumptions"])
    shows_subscriptions = "Performing" in str(OLDER[client])
    assert shows_subscriptions != any("every member subscribes" in said for said in found["assumptions"])


A, B = (f"{name}-31cf44d8-abe1-43e3-97c9-f234e73366be" for name in "ab")
RUNNING = "running range assignor for 2 member(s) and 1 eligible"
RDKAFKA = {
    "2.16": ("member metadata count 2", RUNNING, "with 1 owned partition(s) and 1 subscribed topic(s):"),
    "1.6": ("member metadata count 2", RUNNING, "with 1 assigned partition(s) and 1 subscribed topic(s):"),
    "0.11": ("2 members in group", "running range assignment for 2 member(s):", "with 1 subscription(s):"),
}
"""What differs between releases of librdkafka."""
LAYOUTS = {
    "stderr": "%7|1796008577.083|{}|rdkafka#consumer-1| [thrd:main]: {}",
    "stderr without threads": "%7|1796008577.083|{}|rdkafka#consumer-1| {}",
    "syslog": "1796008577.083 RDKAFKA-7-{}: rdkafka#consumer-1: [thrd:main]: {}",
    "Python": "2026-07-17 10:00:00,123 DEBUG {} [rdkafka#consumer-1] [thrd:main]: {}",
    "Rust": "[2026-07-17T10:00:00Z DEBUG rdkafka::client] librdkafka: {} [thrd:main]: {}",
    ".NET": "2026-07-17T10:00:00.8Z Debug | [thrd:main]: {1}",
    ".NET in brackets": "2026-07-17 10:00:00.8|Debug|[[thrd:main]: {1}]",
    "Node.js": "{{ severity: 7, fac: '{}', message: '[thrd:main]: {}' }}",
}


@pytest.mark.parametrize(
    ("release", "layout"), [*((one, "stderr") for one in RDKAFKA), *(("2.16", one) for one in [*LAYOUTS][1:])]
)
def test_lists_of_librdkafka_are_read_in_any_layout(shell: Shell, release: str, layout: str) -> None:
    joined, running, subscribed = RDKAFKA[release]
    response = f"JoinGroup response: GenerationId 7, Protocol range, LeaderId {A} (me), my MemberId {A}, {joined}: "
    lists = {
        "JOINGROUP": [response],
        "ASSIGN": [
            f'Group "g" {running}',
            *(one for member in (A, B) for one in (f' Member "{member}" {subscribed}', "  t [-1]")),
            'Group "g" range assignment for 2 member(s) finished in 0.033ms:',
            *(f' Member "{A}" (me) assigned 2 partition(s):', "  t [0]", "  t [1]"),
            *(f' Member "{B}" assigned 1 partition(s):', "  t [2]"),
        ],
        "ASSIGNMENT": ["List with 2 partition(s):", " t [0] offset INVALID", " t [1] offset INVALID"],
        "DUMP_ALL": ["List with 1 partition(s):", " t [9] offset STORED"],
    }
    log = "".join(f"{LAYOUTS[layout].format(key, one)}\n" for key, lines in lists.items() for one in lines)

    found = shell.import_log(log).document

    shown = [(one["id"], one["subscription"], one["owned"], one["generation"]) for one in found["members"]]
    assert ("g", [(A, ["t"], {"t": [0, 1]}, 7), (B, ["t"], {"t": [2]}, 7)]) == (found["name"], shown)
    assert not any("every member subscribes" in said for said in found["assumptions"])


GO_CLIENT = "app@pod-7 (github.com/segmentio/kafka-go)-"
"""What a member id of kafka-go begins with if the application gives no client id."""
GO = [
    "selected as leader for group, g",
    "using 'range' balancer to assign group, g",
    *(f"found member: {name}/[]byte(nil)" for name in "abc"),
    *(f"found topic/partition: {topic}/{number}" for topic, number in (("t", 0), ("t", 1), ("u.x", 0))),
    "assigned member/topic/partitions a/t/[0 1]",
    "assigned member/topic/partitions b/u.x/[0]",
    "joinGroup succeeded for response, g.  generationID=4, memberID=a",
]


@pytest.mark.parametrize("client", ["", GO_CLIENT])
def test_lists_of_kafka_go_are_a_plan(shell: Shell, client: str) -> None:
    """As release 0.4.51 prints them."""
    lines = ["joined group g as member a in generation 4", *GO]
    named = (re.sub(r"(member |member: |partitions |memberID=)(\w)\b", rf"\1{client}\2", line) for line in lines)

    found = shell.import_log("".join(f"2026/07/17 10:00:00 {line}\n" for line in named)).document

    claims = [(one["id"].removeprefix(client), one.get("owned", {}), one["generation"]) for one in found["members"]]
    assert [("a", {"t": [0, 1]}, 4), ("b", {"u.x": [0]}, 4), ("c", {}, 4)] == claims
    assert ("g", "range") == (found["name"], found["strategy"])
    for less in ([line for line in GO if "u.x/[" not in line], GO[:-1]):
        assert "'a list that is cut off or mixed with another one'" in shell.import_log("\n".join(less)).err


@pytest.mark.parametrize(
    "line",
    [
        'msg="consumer group {}" group=g member_id={} generation={} now_assigned="map[t:[{}]]"',
        '{{"msg":"consumer group {}","group":"g","member_id":"{}","generation":{},"now_assigned":{{"t":[{}]}}}}',
    ],
)
def test_members_of_kip_848_say_what_they_got(shell: Shell, line: str) -> None:
    got, updated = "initial heartbeat received assignment", "heartbeat detected an updated assignment; reentering"
    log = "\n".join(line.format(*said) for said in ((got, "a", 1, 0), (got, "b", 2, 1), (updated, "a", 2, 2)))

    found = shell.import_log(log).document["members"]

    assert {"a": {"t": [2]}, "b": {"t": [1]}} == {one["id"]: one["owned"] for one in found}


def test_members_of_java_with_kip_848_have_what_was_assigned_last(shell: Shell) -> None:
    says = "[Consumer clientId=c, groupId=g] "
    log = [
        f"{says}Member m with epoch 4 transitioned from STABLE to RECONCILING.",
        f"{says}Reconciling assignment with local epoch 1",
        "\tMember:                                    m",
        "\tAssigned partitions:                       [t-0, t-1]",
        "\tCurrent owned partitions:                  [t-0, t-1, t-2]",
        f"{says}Revoking previously assigned partitions [t-2]",
        f"{says}Adding newly assigned partitions: []",
        f"{says}Member n with epoch 5 transitioned from JOINING to RECONCILING.",
        f"{says}Adding newly assigned partitions: [t-2]",
    ]

    found = shell.import_log("\n".join(log)).document["members"]

    assert {"m": {"t": [0, 1]}, "n": {"t": [2]}} == {one["id"]: one["owned"] for one in found}
    log.append(f"{says}Member m with epoch 4 transitioned from RECONCILING to ACKNOWLEDGING.")
    said = "line 10: '[Consumer clientId=c, groupId=g]': expected one member of this name (m and n speak by turns: take"
    assert said in shell.import_log("\n".join(log)).refusal


def test_lines_of_one_event_of_kip_848_keep_their_order_in_a_log_with_the_newest_first(shell: Shell) -> None:
    events = [
        f'"2025-10-31T10:00:0{second}.000Z","[Consumer clientId={name}, groupId=g] {said}'
        for second, (name, said) in enumerate(
            (client, line.format(share))
            for client, share in (("c", "t-0"), ("d", "t-1"))
            for line in (
                'Member m-{0} with epoch 4 transitioned from STABLE to RECONCILING."',
                'Reconciling assignment with local epoch 1\n\tMember:       m-{0}\n\tAssigned partitions:      [{0}]"',
                'Adding newly assigned partitions: [{0}]"',
            )
        )
    ]

    found = shell.import_log("\n".join(reversed(events))).document["members"]

    assert {"m-t-0": {"t": [0]}, "m-t-1": {"t": [1]}} == {one["id"]: one.get("owned") for one in found}


@pytest.mark.parametrize("assigned", ['"t[0 1], u.x[7]"', '{"t":[0,1],"u.x":[7]}'])
def test_members_of_franz_go_say_what_they_got(shell: Shell, assigned: str) -> None:
    joined = '{"msg":"joined","group":"g","member_id":"%s","generation":4}\n'
    shell.write("b.log", joined % "b")
    synced = f'{{"msg":"synced","group":"g","assigned":{assigned},"host":"pod-7"}}\n'

    found = shell.import_log(joined % "a" + synced, "b.log").document

    assert {"a": {"t": [0, 1], "u.x": [7]}, "b": None} == {one["id"]: one.get("owned") for one in found["members"]}
    assert "the log does not show all of who got what in generation 4" in found["assumptions"]


def sorted_with_a_brace_too_much(document: object) -> str:
    return json.dumps(document, sort_keys=True) + "}"


@pytest.mark.parametrize("dump", [json.dumps, sorted_with_a_brace_too_much])
def test_members_of_kafkajs_say_what_they_got(shell: Shell, dump: Callable[[object], str]) -> None:
    names = {"a": {"t": [0, 1]}, "b": {"t": [1]}, "c": {"t": [0]}}
    joined = {"message": "[ConsumerGroup] Consumer has joined the group", "groupId": "g"}
    lines = [
        {**joined, "memberId": name, "isLeader": False, "memberAssignment": owned} for name, owned in names.items()
    ]
    lines.append({"message": "[Runner] consumer not running, exiting", "groupId": "g", "memberId": "a"})

    found = shell.import_log("\n".join(map(dump, lines))).document

    assert [("b", {"t": [1]}), ("c", {"t": [0]})] == [(one["id"], one["owned"]) for one in found["members"]]
    assert any("has no generations" in sentence for sentence in found["assumptions"])
