"""Tests of `assay import` with logs: reports of users, and further ones of their kind."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest

from tests.assay.shell import CAPTURES, REPORTS, Shell
from tests.support.client_logs import logs_of

SHARES = "{a-1=Assignment(partitions=[x-y-0, x-y-2]), b=Assignment(partitions=[x-y-1])}"
PLAN = f"Finished assignment for group at generation 7: {SHARES}"
JOINED = "Successfully joined group with generation Generation{generationId=7, memberId='a-1', protocol='range'}"
CLIENT = "[Consumer clientId=a-1, groupId=g]"
LAYOUTS = {
    "logback": f"12:19:56.030 [main] INFO  o.a.k.c.c.i.ConsumerCoordinator - {CLIENT} {PLAN}",
    "log4j 1": f"[2021-02-09 12:19:56,030] INFO {CLIENT} {PLAN} (org.apache.kafka.clients.consumer.internals.X)",
    "Spring Boot": f"2024-05-01T10:00:00.123+02:00  INFO 1 --- [app] [ntainer#0-0-C-1] o.a.k.X : {CLIENT} {PLAN}",
    "colours": f"\x1b[32m2024-05-01 10:00:00\x1b[0m INFO {CLIENT} {PLAN}\x1b[0m",
    "logstash": json.dumps({"@timestamp": "2024-05-01T10:00:00Z", "message": f"{CLIENT} {PLAN}", "level": "INFO"}),
    "nested JSON": json.dumps({"time": 1714557600, "jsonPayload": {"message": f"{CLIENT} {PLAN}"}}),
    "compose": f"app-1  | 2024-05-01 10:00:00 INFO {CLIENT} {PLAN}",
    "Docker": json.dumps({"log": f"INFO {CLIENT} {PLAN}\n", "stream": "stdout", "time": "2024-05-01T10:00:00.1Z"}),
    "CRI": f"2024-05-01T10:00:00.1Z stdout P {CLIENT} {PLAN[:70]}\n2024-05-01T10:00:00.1Z stdout F {PLAN[70:]}",
    "logfmt": f'ts=2024-05-01T10:00:00Z level=info msg="{CLIENT} {PLAN}" thread=main',
    "instance": f"INFO {CLIENT.replace('[Consumer ', '[Consumer instanceId=pod-1, ')} {PLAN}",
    "user data": f"INFO {CLIENT} {PLAN.replace('])', '], userDataSize=12)')}",
    "franz-go": (
        "[INFO] joined, balancing group; group: g, member_id: a-1, instance_id: <nil>, generation: 7, "
        "balance_protocol: range, leader: true\n[INFO] balanced; plan: a-1{x-y[0 2]}, b{x-y[1]}"
    ),
    "franz-go by zap": (
        '{"level":"info","msg":"joined, balancing group","group":"g","member_id":"a-1","generation":7,'
        '"balance_protocol":"range","leader":true}\n'
        '{"level":"info","msg":"balanced","plan":"a-1{x-y[0 2]}, b{x-y[1]}","caller":"kgo/x.go:1"}'
    ),
    "franz-go by slog": (
        'level=INFO msg="joined, balancing group" group=g member_id=a-1 instance_id=<nil> generation=7 leader=true\n'
        'level=INFO msg=balanced plan="a-1{x-y[0 2]}, b{x-y[1]}"'
    ),
    "franz-go by logrus": (
        'level=info msg="joined, balancing group" balance_protocol=range generation=7 group=g member_id=a-1\n'
        'level=info msg=balanced plan="a-1{x-y[0 2]}, b{x-y[1]}"'
    ),
    "franz-go in a pod": (
        '{"message":"[INFO] joined, balancing group; group: g, member_id: a-1, generation: 7","pod":{"id":"p"}}\n'
        '{"message":"[INFO] balanced; plan: a-1{x-y[0 2]}, b{x-y[1]}","pod":{"id":"p"}}'
    ),
    "glued": f"{CLIENT} {JOINED} (kafka.X){CLIENT} {PLAN}",
    "trimmed": f"{CLIENT} {PLAN}\n{CLIENT} Adding newly assigned partitions:",
    "CSV without quotes": (
        f"{CLIENT} {PLAN},2026-07-17 10:00:00.1\n"
        f"{CLIENT} Adding newly assigned partitions: x-y-0, x-y-2,2026-07-17 10:00:00.2"
    ),
    "log store": json.dumps(
        {
            "hits": {
                "hits": [{"_source": {"message": f"{CLIENT} {JOINED}"}}, {"_source": {"message": f"{CLIENT} {PLAN}"}}]
            }
        }
    ),
    "array": json.dumps([{"message": f"{CLIENT} {JOINED}"}, {"message": f"{CLIENT} {PLAN}", "level": "INFO"}]),
    "JSON as text": f'{{"message":"{CLIENT} {PLAN}", "level":',
}


def test_the_line_of_a_leader_is_a_group_with_claims(shell: Shell) -> None:
    ended = shell(f"import {REPORTS / '18/consumer.log'}")

    assert 0 == ended.code
    found = {key: value for key, value in ended.document.items() if key != "assumptions"}
    assert json.loads((REPORTS / "18/expected.jsonl").read_text()) == found


def test_a_line_of_franz_go_has_the_plan_that_the_report_judges(shell: Shell) -> None:
    folder = REPORTS / "19"

    found = shell(f"import {folder / 'leader.log'} --group franz-go-366").document
    judged = shell(f"judge {folder / 'group.json'} {folder / 'plan.json'} --like sticky --json").document

    plan = json.loads((folder / "plan.json").read_text())["assignment"]
    assert ("franz-go-366", plan) == (found["name"], {one["id"]: one.get("owned", {}) for one in found["members"]})
    broken = {one["law"] for one in judged["laws"] if one["verdict"] == "broken"}
    assert {"even-when-equal", "locally-balanced"} <= broken


@pytest.mark.parametrize("layout", LAYOUTS)
def test_any_layout_shows_the_plan(shell: Shell, layout: str) -> None:
    found = shell.import_log(f"first\n{LAYOUTS[layout]}\nlast\n").document

    assert ("g", {"x-y": 3}) == (found["name"], found["topics"])
    assert [("a-1", {"x-y": [0, 2]}, 7), ("b", {"x-y": [1]}, 7)] == [
        (one["id"], one["owned"], one["generation"]) for one in found["members"]
    ]


def by_two(document: object) -> str:
    return json.dumps(document, indent=2)


FRANZ_GO = [
    '{"msg":"joined, balancing group","group":"g","member_id":"a","generation":7,"balance_protocol":"range"}',
    '{"msg":"balanced","plan":"a{t[0]}, b{t[1]}"}',
    '{"msg":"joined, balancing group","group":"g","member_id":"a","generation":8,"balance_protocol":"range"}',
    '{"msg":"balanced","plan":"a{t[0 1]}"}',
]
"""Four messages, one a minute. Some of the layouts begin with the newest."""
Messages = list[tuple[datetime, str]]
STORED: dict[str, Callable[[Messages], str]] = {
    "Datadog's CSV": lambda all_of: "\n".join(
        f'"{at.isoformat()}","i-1","{said.replace(chr(34), 2 * chr(34))}"' for at, said in reversed(all_of)
    ),
    "CSV with milliseconds": lambda all_of: (
        "timestamp,message\n"
        + "\n".join(f'{at.timestamp() * 1000:.0f},"{said.replace(chr(34), 2 * chr(34))}"' for at, said in all_of)
    ),
    "CloudWatch": lambda all_of: by_two(
        {"events": [{"timestamp": int(at.timestamp() * 1000), "message": said} for at, said in reversed(all_of)]}
    ),
    "Cloud Logging": lambda all_of: by_two(
        [{"jsonPayload": json.loads(said), "timestamp": at.isoformat()} for at, said in reversed(all_of)]
    ),
    "Loki": lambda all_of: json.dumps(
        {
            "data": {
                "result": [{"stream": {}, "values": [[f"{at.timestamp():.0f}{'0' * 9}", said] for at, said in all_of]}]
            }
        }
    ),
    "Loki 3": lambda all_of: json.dumps(
        {"values": [[f"{at.timestamp():.0f}{'0' * 9}", said, {"pod": "p"}] for at, said in reversed(all_of)]}
    ),
    "CloudWatch Insights": lambda all_of: by_two(
        {
            "results": [
                [{"field": "@timestamp", "value": f"{at:%Y-%m-%d %X}.000"}, {"field": "@message", "value": said}]
                for at, said in reversed(all_of)
            ]
        }
    ),
    "OTLP": lambda all_of: json.dumps(
        {
            "logs": [
                {"timeUnixNano": f"{at.timestamp():.0f}{'0' * 9}", "body": {"stringValue": one}} for at, one in all_of
            ]
        }
    ),
    "Kibana": lambda all_of: by_two(
        [
            {"fields": {"@timestamp": [at.isoformat()], **{key: [value] for key, value in json.loads(said).items()}}}
            for at, said in reversed(all_of)
        ]
    ),
    "Azure": lambda all_of: by_two([{"TimeGenerated": at.isoformat(), "LogEntry": said} for at, said in all_of]),
    "Azure's rows": lambda all_of: json.dumps({"rows": [[at.isoformat(), "pod", said] for at, said in all_of]}),
    "Grafana": lambda all_of: by_two(
        [{"line": said, "timestamp": f"{at.timestamp():.0f}{'0' * 9}", "fields": {}} for at, said in all_of]
    ),
    "Splunk": lambda all_of: "\n".join(
        json.dumps({"preview": False, "result": {"_raw": said, "_time": at.isoformat()}}) for at, said in all_of
    ),
    "journal": lambda all_of: "\n".join(
        json.dumps({"__REALTIME_TIMESTAMP": f"{at.timestamp():.0f}000000", "MESSAGE": said}) for at, said in all_of
    ),
    "log4j": lambda all_of: "\n".join(
        by_two({"instant": {"epochSecond": int(at.timestamp()), "nanoOfSecond": 0}, "message": said})
        for at, said in all_of
    ),
    "FireLens": lambda all_of: "\n".join(
        json.dumps({"log": piece, "partial_id": str(at), "partial_last": str(last).lower(), "time": at.isoformat()})
        for at, said in all_of
        for piece, last in ((said[:30], False), (said[30:], True))
    ),
    "zap on a terminal": lambda all_of: "\n".join(
        f"{at.isoformat()}\tINFO\tx.go:1\t{json.loads(said)['msg']}\t{said}".replace('"msg"', '"again"')
        for at, said in all_of
    ),
    "zerolog on a terminal": lambda all_of: "\n".join(
        f"{at:%I:%M%p} INF {at:%d/%b/%Y:%H:%M:%S} {found.pop('msg')} "
        + " ".join(f"{key}={json.dumps(value)}" for key, value in found.items())
        for at, said in all_of
        for found in (json.loads(said),)
    ),
    "java.util.logging": lambda all_of: "\n".join(
        f"{at:%b %d, %Y %I:%M:%S %p} org.x.Kafka log\nINFO: {said}" for at, said in all_of
    ),
}


@pytest.mark.parametrize("layout", STORED)
def test_what_log_stores_and_loggers_add_does_not_hide_plans_or_times(shell: Shell, layout: str) -> None:
    messages = [(datetime(2026, 7, 17, 15, minute, tzinfo=UTC), said) for minute, said in enumerate(FRANZ_GO)]

    recorded = shell.import_log(STORED[layout](messages), "--life").document["recorded"]

    assert [(7, 0, {"a": {"t": [0]}, "b": {"t": [1]}}), (8, 120, {"a": {"t": [0, 1]}})] == [
        (one["generation"], one["at"], one["assignment"]) for one in recorded
    ]


CUT_OFF = "line 1: 'a plan that is cut off or names a member twice'"
RDKAFKA_LIST = [
    'Group "g" range assignment for 1 member(s) finished in 0.1ms:',
    ' Member "a-1" (me) assigned 2 partition(s):',
    "  t [0]",
]
JS_PLAN = json.dumps(
    {
        "message": "[ConsumerGroup] Group assignment",
        "groupId": "g",
        "generationId": 7,
        "groupProtocol": "p",
        "assignment": [{"memberId": "...", "memberAssignment": {"type": "Buffer", "data": [0] * 6}}] * 2,
    }
)
REFUSED = [
    (
        '{"body":{"stringValue":"balanced"},"attributes":[{"key":"plan","value":{"stringValue":"a{t[0]}"}}]}',
        "line 1: 'balanced; attributes: ",
    ),
    (
        "[Worker clientId=connect-1, groupId=c] Successfully joined group with generation 1",
        "is a log of Kafka Connect, whose plans are of tasks",
    ),
    (f"{CLIENT} {PLAN[:-30]}", f"{CUT_OFF}: expected the whole plan of generation 7 (if a log store cut it, "),
    ("[INFO] balanced; plan: a{t[0]}, b", CUT_OFF),
    ("[INFO] balanced; plan: ...{t[0]}, ...{t[1]}", CUT_OFF),
    (JS_PLAN, CUT_OFF),
    (f"{CLIENT} {JOINED}\n{CLIENT} Adding newly assigned partitions: t-0, t-1, t-", "line 2: 'a list that is cut off'"),
    (f"{CLIENT} Setting newly assigned partitions [t-0, t-1", "line 1: 'a list that is cut off'"),
    (
        "Setting newly assigned partitions {TopicPartition(topic='t', partition=0), TopicPa",
        ": expected a whole line, as its client prints it (if a log store cut it, take the client's own log; without",
    ),
    (
        "%7|1796008577.083|JOINGROUP|rdkafka#consumer-1| [thrd:main]: JoinGroup response: GenerationId 7, Protocol ra",
        ": expected a whole line, as its client prints it",
    ),
    ('{"message":"[ConsumerGroup] Group assignment","groupId":"g","generationId":7,"assignment":[{"memb', CUT_OFF),
    ('{"level":"info","msg":"balanced","plan":"a{t[0 1', CUT_OFF),
    ('{"message":"[ConsumerGroup] Consumer has joined the group","groupId":"g","memberAssignment":{"t":[0', CUT_OFF),
    ("[INFO] synced; group: g, assigned: t[0 1], u[0", "line 1: 'a list that is cut off'"),
    ('level=info msg=synced group=g assigned="t[', "line 1: 'a list that is cut off'"),
    *(
        (line, ": expected a whole line, as its client prints it")
        for line in (
            *('level=info msg=synced assigned="t[0 1]" gro', '{"msg":"synced","group":"g","assigned":{"t":[0'),
            *('{"assigned":{"t":[0]},"group":"g","msg":"synced"', "[INFO] joined; group: g, member_id: a, gene"),
        )
    ),
    (
        "\n".join(f"%7|1.5|ASSIGN|a#consumer-1| [thrd:main]: {line}" for line in RDKAFKA_LIST),
        "line 1: 'a list that is cut off or mixed with another one'",
    ),
    (
        f"{CLIENT} {PLAN}\n{CLIENT} {PLAN.replace('b=', 'c=')}",
        "line 2: generation 7 of group 'g' has two plans or other members",
    ),
    ("[sarama] consumer/broker/1 added subscription to orders/0", "is a log of sarama, which names no members"),
]


@pytest.mark.parametrize(("text", "expected"), REFUSED)
def test_a_log_that_lacks_something_is_refused_with_the_line(shell: Shell, text: str, expected: str) -> None:
    said = shell.import_log(text).refusal

    assert "assay: app.log: " in said
    assert expected in said


def test_files_of_a_rotated_log_may_come_in_any_order(shell: Shell) -> None:
    log = logs_of("kafka-python-range")["b.log"].splitlines(keepends=True)
    joined = next(number for number, line in enumerate(log) if "Successfully joined" in line and "ration 4 " in line)
    packed = gzip.compress("".join(log[: joined + 1]).encode())
    (shell.folder / "app.log.1").write_bytes(packed)

    recorded = shell.import_log("".join(log[joined + 1 :]), "app.log.1 --life").document["recorded"]

    assert [4, 5, 6] == [one["generation"] for one in recorded]
    (shell.folder / "app.log.1").write_bytes(packed[:-9])
    assert "app.log.1: Compressed file ended" in shell("import app.log.1").err


NEWEST_FIRST = [
    ("31 10:02:00.450", "Adding newly assigned partitions: x-y-1"),
    ("31 10:02:00.400", JOINED.replace("Id=7", "Id=8")),
    ("31 10:01:59.300", "Revoke previously assigned partitions x-y-0, x-y-2"),
    ("31 10:01:00.200", "Adding newly assigned partitions: x-y-0, x-y-2"),
    ("31 10:01:00.100", JOINED),
]


@pytest.mark.parametrize(
    ("order", "time"),
    [
        ((0, 1, 2, 3, 4), "2025-10-{} "),
        ((0, 2, 1, 3, 4), "2025-10-{} "),
        ((3, 4, 0, 1, 2), "2025-10-{} "),
        ((0, 1, 2, 3, 4), "Oct {} pod-1 "),
        ((0, 1, 2, 3, 4), "10/{} "),
        ((0, 1, 2, 3, 4), ""),
        ((4, 3, 2, 1, 0), "Oct {} pod-1 "),
        ((4, 3, 2, 1, 0), ""),
    ],
)
def test_log_with_the_newest_line_first_is_read_from_its_end(shell: Shell, order: Sequence[int], time: str) -> None:
    lines = [f"{time.format(at)}{CLIENT} {said}" for at, said in (NEWEST_FIRST[number] for number in order)]

    found = shell.import_log("\n".join(lines)).document["members"]

    assert [({"x-y": [1]}, 8)] == [(one["owned"], one["generation"]) for one in found]


def test_midnight_in_a_log_without_dates_is_no_step_back(shell: Shell) -> None:
    revoked = f"00:00:01 {CLIENT} Revoke previously assigned partitions x-y-1"
    log = f"23:59:59 {CLIENT} {JOINED}\n23:59:59 {CLIENT} Adding newly assigned partitions: x-y-0, x-y-1\n{revoked}"

    assert {"x-y": [0, 1]} == shell.import_log(log).document["members"][0]["owned"]


@pytest.mark.parametrize(
    ("log", "after"),
    [
        ("[INFO] balanced; plan: a{t[0]}\n[INFO] balanced; plan: a{t[0 1]}", "the last of 2"),
        (f"{CLIENT} {PLAN}\n{CLIENT} {JOINED.replace('7', '8')}", "generation 7, the last complete of 2"),
    ],
)
def test_import_says_which_rebalance_of_a_log_it_shows(shell: Shell, log: str, after: str) -> None:
    said = shell.import_log(log).document["assumptions"]

    assert f"the group is shown after {after} rebalances in the log; --life imports all" in said


def test_options_name_members_of_a_log_by_their_client(shell: Shell) -> None:
    plan = PLAN.replace("b=", "b-31cf44d8-abe1-43e3-97c9-f234e73366be=")

    found = shell.import_log(f"{CLIENT} {plan}", "--subscription b=x-y,z --partitions z=2").document

    assert {"x-y": 3, "z": 2} == found["topics"]
    assert [["x-y"], ["x-y", "z"]] == [one["subscription"] for one in found["members"]]


def test_partitions_that_only_an_earlier_plan_has_are_counted(shell: Shell) -> None:
    later = PLAN.replace("ration 7", "ration 8").replace(", x-y-2", "")

    assert {"x-y": 3} == shell.import_log(f"{CLIENT} {PLAN}\n{CLIENT} {later}").document["topics"]


@pytest.mark.parametrize(
    ("line", "is_void"),
    [
        ("SyncGroup failed: The group began another rebalance. Need to re-join the group.", True),
        ("Join group failed with org.apache.kafka.common.errors.RebalanceInProgressException: The group is", True),
        ("Adding newly assigned partitions: x-y-0\n{0} SyncGroup failed: The group began another rebalance.", False),
    ],
)
def test_plan_that_the_coordinator_did_not_take_is_void(shell: Shell, line: str, is_void: bool) -> None:
    plans = f"{CLIENT} {PLAN}\n{CLIENT} {line.format(CLIENT)}\n{CLIENT} {PLAN.replace('ration 7', 'ration 8')}"

    recorded = shell.import_log(plans, "--life").document["recorded"]

    assert [(7, is_void), (8, False)] == [(one["generation"], "assignment" not in one) for one in recorded]


def test_second_assignment_in_a_generation_is_of_another_member_with_the_same_name(shell: Shell) -> None:
    told = f"{CLIENT} Notifying assignor about the new Assignment(partitions=[x-y-"

    found = shell.import_log(f"{CLIENT} {JOINED}\n{told}0])\n{told}1])\n").document

    assert [{"x-y": [0]}] == [one["owned"] for one in found["members"]]


def test_a_life_is_of_one_group_with_a_log(shell: Shell) -> None:
    log = f"{CLIENT} {PLAN}\n{CLIENT.replace('groupId=g', 'groupId=h')} {PLAN}\n"
    said = "--life: one group at a time, with --group NAME; these files have g, h"

    assert said in shell.import_log(log, "--life").err
    assert "h" == shell.import_log(log, "--life --group h").document["name"]
    table = CAPTURES / "text/4.3.1/g-java-range.describe.txt"
    assert "--life needs logs" in shell(f"import {table} --life").err


def test_log_of_a_coordinator_alone_is_compared_once_partitions_are_given(shell: Shell) -> None:
    shell.write("broker.log", logs_of("java-sticky-debug")["broker.log"])

    for given, said in (("", "no partitions are known"), (" --partitions t=6", "sticky moves fewest partitions")):
        shell.write("life.json", shell(f"import broker.log --life{given}").out)
        assert said in shell("replay life.json sticky range").text


@pytest.mark.parametrize("verb", ["replay", "judge", "whatif", "audit --out out"])
def test_log_in_the_place_of_a_group_or_a_life_is_imported_first(shell: Shell, verb: str) -> None:
    said = shell(f"{verb} {REPORTS / '18/consumer.log'}{'' if 'audit' in verb else ' sticky'}").refusal

    assert "log of a group's leader, members or coordinator, not groups of assay. Import it first: " in said
    assert "consumer.log --life > life.json\n" in said
