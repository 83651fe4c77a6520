"""One contract for the hosts of all clients: what they answer, declare, refuse and survive, release by release."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.properties.search.check import check_group
from tests.assignors.hosted.real_hosts import (
    AIOKAFKA,
    CLIENTS,
    COORDINATOR,
    FRANZ,
    KAFKA_GO,
    KAFKA_NODE,
    KAFKAJS,
    LIBRDKAFKA,
    NO_KAFKA,
    OLD_FRANZ,
    OLD_SARAMA,
    PLATFORMATIC,
    PYTHON,
    SARAMA,
    Open,
    command_or_skip,
    reply_to,
    running_host,
    start_or_skip,
    with_releases,
)

OLD_PLATFORMATIC = "npm:@platformatic/kafka@1.11.0"
TWO_TOPICS = group_of({"t0": 3, "t1": 3}, {"C0": ["t0", "t1"], "C1": ["t0", "t1"]})
UNAWARE = ("kafka-python==1.0.0", "kafka-python==1.4.7", "kafka-python==2.0.2", "kafka-python==2.2.21")
"""Releases that do not know static members."""
AIOKAFKAS = ("aiokafka==0.9.0", AIOKAFKA)
PYTHON_RELEASES = (*UNAWARE, "kafka-python==2.3.3", PYTHON, *AIOKAFKAS)
ANSWERS = [
    (
        "in turn",
        {"C0": {"t0": [0, 2], "t1": [1]}, "C1": {"t0": [1], "t1": [0, 2]}},
        [
            *(f"{release}:roundrobin" for release in (FRANZ, OLD_FRANZ, SARAMA, OLD_SARAMA, LIBRDKAFKA)),
            *(f"{release}:roundrobin" for release in (*PYTHON_RELEASES, "librdkafka==1.5.3")),
            f"{CLIENTS}:4.4.0:RoundRobinAssignor",
            f"{KAFKAJS}:roundrobin",
            f"{KAFKA_NODE}:roundrobin",
            "npm:kafka-node@1.0.7:roundrobin",
            f"{PLATFORMATIC}:roundrobin",
            f"{PLATFORMATIC}:cooperative-sticky",
            f"{OLD_PLATFORMATIC}:roundrobin",
        ],
    ),
    (
        "in turn, each topic anew",
        {"C0": {"t0": [0, 2], "t1": [0, 2]}, "C1": {"t0": [1], "t1": [1]}},
        [
            f"{KAFKA_GO}:roundrobin",
            "go:github.com/segmentio/kafka-go@v0.2.0:roundrobin",
            "npm:kafkajs@1.0.0:roundrobin",
            "npm:kafkajs@0.2.0:roundrobin",
            f"{NO_KAFKA}:default",
            f"{NO_KAFKA}:weighted-roundrobin",
            "npm:no-kafka@3.1.0:default",
        ],
    ),
    (
        "in blocks",
        {"C0": {"t0": [0, 1], "t1": [0, 1]}, "C1": {"t0": [2], "t1": [2]}},
        [
            *(f"{release}:range" for release in (FRANZ, OLD_FRANZ, SARAMA, LIBRDKAFKA)),
            *(f"{release}:range" for release in ("librdkafka==1.5.3", KAFKA_NODE, "npm:kafka-node@1.0.7", AIOKAFKA)),
            f"{CLIENTS}:0.11.0.0:RangeAssignor",
            f"{COORDINATOR}:4.4.0:RangeAssignor",
            f"{COORDINATOR}:3.7.2:RangeAssignor",
        ],
    ),
    (
        "in blocks, with an order of members for each topic",
        {"C0": {"t0": [0, 1], "t1": [2]}, "C1": {"t0": [2], "t1": [0, 1]}},
        [f"{OLD_SARAMA}:range"],
    ),
    (
        "in blocks, the larger ones last",
        {"C0": {"t0": [0], "t1": [0]}, "C1": {"t0": [1, 2], "t1": [1, 2]}},
        [f"{KAFKA_GO}:range", "go:github.com/segmentio/kafka-go@v0.2.0:range"],
    ),
]


APART = {"C0": {"t0": [0]}, "C1": {"t1": [0]}}
ONE = group_of({"t0": 1}, {"C0": ["t0"], "C1": ["t0"]})
HALF_IDLE = group_of({"t0": 1}, {"C0": [], "C1": ["t0"]})
SORTED = group_of({"t0": 1, "t1": 3}, {"C0": ["t1", "t0"], "C1": ["t1"]})
SPECIAL = [
    # The leader of sarama sends an empty assignment to the members that its strategy omits.
    (f"{SARAMA}:range", ONE, {"C0": {"t0": [0]}, "C1": {}}),
    (f"{SARAMA}:range", HALF_IDLE, {"C0": {}, "C1": {"t0": [0]}}),
    (f"{KAFKA_GO}:range", HALF_IDLE, {"C1": {"t0": [0]}}),
    # The leader of librdkafka cannot read a subscription without topics.
    (f"{LIBRDKAFKA}:range", HALF_IDLE, {"C1": {"t0": [0]}}),
    (f"{COORDINATOR}:4.4.0:UniformAssignor", group_of({"t0": 1, "t1": 1}, {"C0": ["t0"], "C1": ["t1"]}), APART),
    # The leader of platformatic sorts its topics in newer releases.
    (f"{PLATFORMATIC}:roundrobin", SORTED, {"C0": {"t0": [0], "t1": [1]}, "C1": {"t1": [0, 2]}}),
    (f"{OLD_PLATFORMATIC}:roundrobin", SORTED, {"C0": {"t1": [0, 2]}, "C1": {"t0": [0], "t1": [1]}}),
    # A topic may be named like a property of JavaScript's objects. kafka-node itself confuses the two.
    *(
        (target, group_of({topic: 2}, {"C0": [topic]}), {"C0": {topic: [0, 1]}})
        for target in (f"{KAFKAJS}:roundrobin", f"{PLATFORMATIC}:cooperative-sticky", f"{NO_KAFKA}:consistent")
        for topic in ("constructor", "toString", "7")
    ),
]


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        one
        for how, answer, targets in ANSWERS
        for target in targets
        for one in with_releases([(target, answer)], id=f"{how}, {target}")
    ],
)
def test_two_topics_are_given_to_two_members(host: Open, target: str, expected: object) -> None:
    assert expected == host(target).assign(TWO_TOPICS)


@pytest.mark.parametrize(("target", "group", "expected"), with_releases(SPECIAL), ids=lambda value: str(value)[:40])
def test_what_a_client_does_differently_is_kept(host: Open, target: str, group: Group, expected: object) -> None:
    assert expected == host(target).assign(group)


@pytest.mark.integration
def test_members_omitted_by_old_sarama_get_no_assignment(host: Open) -> None:
    """Before v1.35.0."""
    answer = host(f"{OLD_SARAMA}:range").assign(ONE)

    assert [{"t0": [0]}] == list(answer.values())


JOINED = [
    *((f"{CLIENTS}:{release}:CooperativeStickyAssignor", (2, 0)) for release in ("4.4.0", "2.4.1")),
    *((f"{release}:cooperative-sticky", (2, 0)) for release in (FRANZ, SARAMA, OLD_FRANZ, PYTHON, PLATFORMATIC)),
    (f"{LIBRDKAFKA}:cooperative-sticky-adjusted", (2, 0)),
    (f"{LIBRDKAFKA}:cooperative-sticky", (2, 2)),
]


@pytest.mark.parametrize(("target", "loads"), with_releases(JOINED))
def test_cooperative_host_answers_with_the_first_round(host: Open, target: str, loads: tuple[int, int]) -> None:
    """Librdkafka withholds moved partitions in another place, and says so. The adjusted name is ours."""
    group = group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [0, 1, 2, 3]}}, generation=3)

    answer = host(target).assign(group)

    assert loads == tuple(sum(map(len, answer[member].values())) for member in ("C0", "C1"))
    assert host(target).answers_with_target == (loads == (2, 2))


LIKE = {
    f"{FRANZ}:sticky": "sticky,+optimal,-racks",
    f"{FRANZ}:cooperative-sticky": "cooperative-sticky,+optimal,-racks",
    f"{FRANZ}:roundrobin": "roundrobin",
    f"{SARAMA}:range": "range,-static,-racks",
    f"{KAFKA_GO}:roundrobin": "roundrobin,-static,-even,+per-topic",
    f"{KAFKA_GO}:rack-affinity": "+per-topic",
    f"{CLIENTS}:4.4.0:StickyAssignor": "sticky",
    f"{CLIENTS}:0.11.0.0:StickyAssignor": "sticky,-claims,-racks",
    f"{COORDINATOR}:4.4.0:UniformAssignor": "server-uniform",
    **{f"{LIBRDKAFKA}:{name}": name for name in ("range", "roundrobin", "cooperative-sticky")},
    f"{LIBRDKAFKA}:cooperative-sticky-adjusted": "cooperative-sticky",
    **{f"librdkafka=={old}:cooperative-sticky": "cooperative-sticky,-racks,-claims" for old in ("2.1.1", "1.6.0")},
    f"{KAFKAJS}:roundrobin": "roundrobin,-static,-fixed,-repeatable",
    f"{KAFKA_NODE}:roundrobin": "roundrobin,-static,-fixed,-repeatable",
    f"{KAFKA_NODE}:range": "range,-racks,-static",
    f"{PLATFORMATIC}:roundrobin": "roundrobin,-static,-fixed,-repeatable",
    f"{PLATFORMATIC}:cooperative-sticky": "cooperative-sticky,-racks",
    **{f"{NO_KAFKA}:{name}": "+per-topic" for name in ("default", "weighted-roundrobin")},
    f"{NO_KAFKA}:consistent": "+repeatable,+fixed",
    **{f"{release}:roundrobin": "roundrobin,-static" for release in (*UNAWARE, *AIOKAFKAS)},
    **{f"{release}:sticky": "sticky,-racks" for release in PYTHON_RELEASES[2:]},
    **{f"{release}:range": "range,-racks,-static" for release in (*UNAWARE[1:], *AIOKAFKAS)},
    **{f"kafka-python=={release}:range": "range,-racks" for release in ("2.3.3", "3.0.12")},
    "kafka-python==2.3.3:roundrobin": "roundrobin",
    f"{PYTHON}:cooperative-sticky": "cooperative-sticky,-racks",
}
IMPLEMENTATIONS = {"kafka-clients", "kafka-group-coordinator", "librdkafka", "kafkajs", "kafka-node", "platformatic"}
IMPLEMENTATIONS |= {"no-kafka", "kafka-python", "aiokafka", "franz-go", "sarama", "kafka-go"}


@pytest.mark.parametrize(("target", "like"), with_releases(LIKE.items()))
def test_host_declares_its_release_and_no_promise_about_what_its_client_ignores(
    host: Open, target: str, like: str
) -> None:
    declared = host(target)

    assert parse_likeness(like).promises == declared.promises
    assert declared.implementation.rpartition("/")[2] in IMPLEMENTATIONS
    assert declared.version in target


UNSERVED = {
    f"{CLIENTS}:4.4.0:CooperativeStikyAssignor": "the jars have no class .*mean 'CooperativeStickyAssignor'",
    f"{COORDINATOR}:4.4.0:SimpleAssignor": "assigns for share groups",
    f"{COORDINATOR}:4.4.0:StickyTaskAssignor": "assigns tasks of Kafka Streams",
    f"{CLIENTS}:4.4.0:KafkaConsumer": "implements none of Kafka's consumer assignor interfaces",
    f"{CLIENTS}:4.4.0:AbstractStickyAssignor": "is abstract",
    "librdkafka==1.5.3:cooperative-sticky": "the host has no assignor 'cooperative-sticky'",
    "npm:kafkajs@0.1.0:roundrobin": "kafkajs 0.1.0 has no assigner",
    "npm:kafka-node@0.5.9:range": "kafka-node 0.5.9 has no consumer group",
    "npm:no-kafka@2.9.2:default": "no-kafka 2.9.2 brings no assignment strategies along",
    f"{OLD_PLATFORMATIC}:cooperative-sticky": "the host has no assignor 'cooperative-.*it has roundrobin",
    "kafka-python==1.0.0:range": "the host has no assignor 'range'; it has roundrobin$",
    "kafka-python==1.4.7:sticky": "has no assignor 'sticky'; it has range, roundrobin$",
    "kafka-python==0.9.5:range": "has no assignors: the first release with assignors is 1.0.0",
    "aiokafka==0.8.1:range": "has no assignors: the first release with assignors is 0.9.0",
    "kafka-python==3.0.12:stick": "kafka-python has no assignor 'stick'; did you mean 'sticky'",
    "aiokafka==0.9.0:cooperative-sticky": "aiokafka has no assignor 'cooperative-sticky'",
}


@pytest.mark.parametrize(("target", "why"), with_releases(UNSERVED.items()))
def test_what_a_release_does_not_serve_is_a_usage_error_in_one_line(target: str, why: str) -> None:
    with pytest.raises(AssayError, match=why) as wrong, closing(start_or_skip(target, partial(open_target, target))):
        pass

    assert "\n" not in str(wrong.value)


CONSUMER_HOSTS = [
    *(f"{release}:range" for release in (FRANZ, SARAMA, KAFKA_GO, LIBRDKAFKA, KAFKA_NODE, "kafka-python==2.3.3")),
    *(f"{release}:sticky" for release in (PYTHON, AIOKAFKA)),
    *(f"{release}:roundrobin" for release in (KAFKAJS, PLATFORMATIC)),
    f"{NO_KAFKA}:default",
    f"{CLIENTS}:4.4.0:RangeAssignor",
]


@pytest.mark.parametrize("target", with_releases(CONSUMER_HOSTS))
def test_group_without_members_gets_an_empty_answer(host: Open, target: str) -> None:
    """There is no leader, so no assignor runs."""
    assert {} == host(target).assign(group_of({"t0": 2}, {}))


FURTHER = Member(id="é😀", subscription=("t0", "10", "t0", "9"), owned=(("t0", (1, 2**31)),), generation=7)
LEADER = Member(id="C0", subscription=("9", "t0"))
TOPICS = (Topic(name="t0", partitions=2), Topic(name="10", partitions=3), Topic(name="9", partitions=1))
IDLE = group_of({"t0": 1}, {"C0": []})
UNEXPRESSIBLE = [
    (f"{SARAMA}:sticky", group_of({"t0": 1}, {"C0": ["t0", "gone"]}), "no metadata"),
    (f"{SARAMA}:range", IDLE, "no member subscribes to a topic"),
    (f"{KAFKA_GO}:range", IDLE, "no member subscribes to a topic"),
    (f"{KAFKA_NODE}:range", IDLE, "no member subscribes to a topic"),
    (f"{LIBRDKAFKA}:range", group_of({"t0": 1}, {"C0": [], "C1": []}), "no member subscribes to a topic"),
    (f"{LIBRDKAFKA}:range", group_of({"t0": 100_001}, {"C0": ["t0"]}), "a topic of more than 100,000 partitions"),
    (f"{LIBRDKAFKA}:range", group_of({"t0": 1}, {"C\0": ["t0"]}), "text with a NUL in it"),
    (f"{LIBRDKAFKA}:range", group_of({"t0": 1}, {"C" * 40_000: ["t0"]}), "text of more than 32,767 bytes"),
    (f"{KAFKAJS}:roundrobin", Group(topics=TOPICS[:1], members=(LEADER,)), 'there is no topic "9"'),
    (f"{PLATFORMATIC}:cooperative-sticky", Group(topics=TOPICS[:2], members=(LEADER,)), 'there is no topic "9"'),
    (
        f"{PLATFORMATIC}:cooperative-sticky",
        Group(topics=TOPICS, members=(FURTHER, LEADER)),
        "2147483648 does not fit into the 32 bits",
    ),
]


@pytest.mark.parametrize(("target", "group", "why"), with_releases(UNEXPRESSIBLE), ids=lambda value: str(value)[:40])
def test_group_that_no_member_of_the_client_can_be_in_is_not_expressible(
    host: Open, target: str, group: Group, why: str
) -> None:
    """Another group is answered after it."""
    with pytest.raises(CannotBeAsked, match=why):
        host(target).assign(group)

    assert host(target).assign(TWO_TOPICS)


def test_claims_kept_by_kip_429_are_declared(host: Open) -> None:
    """Claims on a partition that is gone, or on a topic without subscription."""
    ghost = group_of({"t0": 1}, {"C0": ["t0"]}, {"C0": {"t0": [1]}}, generation=1)
    gone = group_of({"t0": 1}, {"C0": ["t0"]}, {"C0": {"t1": [0]}}, generation=1)
    foreign = group_of({"t0": 1, "t1": 1}, {"C0": ["t0"]}, {"C0": {"t1": [0]}}, generation=1)

    target = host(f"{LIBRDKAFKA}:cooperative-sticky-adjusted")
    cells = [cell for group in (ghost, gone, foreign) for cell in check_group(target, group).cells]

    broken = [(cell.law, cell.inputs, bool(cell.expected)) for cell in cells if cell.verdict == "broken"]
    assert [
        ("only-existing-partitions", "ghost-claims", True),
        ("only-existing-partitions", "ghost-claims", True),
        ("only-subscribed-topics", "ghost-claims", True),
        ("only-subscribed-topics", "foreign-claims", True),
    ] == broken


def test_library_crash_is_contained(host: Open, group: Group) -> None:
    """The sticky assignor follows a null pointer for a rack beside a member of an older version."""
    racks = (("ra",), ("rb",))
    with_rack = Member(id="C0", subscription=("t0",), rack="ra")
    older = Member(id="C1", subscription=("t0",), metadata_version=2)
    fatal = Group(topics=(Topic(name="t0", partitions=2, replica_racks=racks),), members=(with_rack, older))

    target = host(f"{LIBRDKAFKA}:cooperative-sticky")
    with pytest.raises(AssignorFailed, match="signal SIGSEGV"):
        target.assign(fatal)

    assert {"C0", "C1"} == set(target.assign(group))


GROUP = b'{"format":"assay-group/1","topics":{"t0":2},"members":[{"id":"C0","subscription":["t0"]}]}'
MEMBER = b'{"format":"assay-group/1","topics":{},"members":[%s]}'


def about(group: bytes) -> bytes:
    """Return a question about `group`."""
    return b'{"id":7,"assignor":"NAME","group":%s}' % group


NO_ID = b'{"assignor":"NAME","group":%s}' % GROUP
ODD_ID = b'{"id":1.5,"assignor":"NAME","group":%s}' % GROUP
UNKNOWN = b'{"id":"a","assignor":"best","group":%s}' % GROUP
MALFORMED: dict[str, list[tuple[bytes, object, str]]] = {
    f"{KAFKA_GO}:range": [
        (b"", None, "expected a question"),
        (b"no json", None, "expected a question"),
        (b"[]", None, "expected a question"),
        (NO_ID, None, "id: expected"),
        (ODD_ID, None, "id: expected"),
        (b'{"id":7,"group":%s}' % GROUP, 7, "'assignor' or 'group' is missing"),
        (b'{"id":7,"assignor":5,"group":%s}' % GROUP, 7, "expected a question"),
        (UNKNOWN, "a", 'unknown assignor "best"'),
        (about(b'{"topics":[],"members":[]}'), 7, "group: "),
        (about(b'{"topics":{"t0":-1},"members":[]}'), 7, "topics.t0: -1"),
        (about(b'{"topics":{}}'), 7, "'topics' or 'members' is missing"),
        (about(b'{"topics":{},"members":[{"id":""}]}'), 7, "members: "),
        (about(b'{"topics":{},"members":[{"id":"C0"}]}'), 7, "'subscription' is missing"),
    ],
    f"{LIBRDKAFKA}:range": [
        (b"", None, "no JSON"),
        (b"no json", None, "no JSON"),
        (b"[]", None, "expected a question"),
        (b"{} {}", None, "more than one JSON value"),
        (b'{"id":1,"id":2}', None, "a key that stands twice"),
        (b'{"id":"\xff"}', None, "not UTF-8"),
        (b'{"id":"a', None, "without its closing quote"),
        (b'{"id":01}', None, "no JSON"),
        (b'{"id":"\\x"}', None, "an escape that JSON does not know"),
        (b"[" * 300, None, "nested too deep"),
        (NO_ID, None, "id: expected"),
        (ODD_ID, None, "id: expected"),
        (b'{"id":7,"group":%s}' % GROUP, 7, "assignor: expected"),
        (UNKNOWN, "a", "unknown assignor 'best'"),
        (b'{"id":7,"assignor":"range","instance":1,"group":%s}' % GROUP, 7, "instance: expected text"),
        (b'{"id":7,"assignor":"range"}', 7, "group: expected"),
        (about(b'{"topics":{},"members":[]}'), 7, "group.format: expected"),
        (about(b'{"format":"assay-group/1","topics":{"t0":-1},"members":[]}'), 7, "topics.t0: expected"),
        (about(b'{"format":"assay-group/1","topics":[],"members":[]}'), 7, "topics: expected"),
        (about(MEMBER % b'{"id":"","subscription":[]}'), 7, "members[0].id: expected"),
        (about(MEMBER % b'{"id":"a","subscription":[1]}'), 7, "members[0]: expected"),
        (about(MEMBER % b'{"id":"a","subscription":[],"owned":{"t0":[0.5]}}'), 7, "members[0]: expected"),
        (about(MEMBER % b",".join([b'{"id":"a","subscription":[]}'] * 2)), 7, "members[1].id: expected"),
    ],
    f"{CLIENTS}:4.4.0:StickyAssignor": [
        (b"nonsense", None, "column 1: expected a value"),
        (b'{"id": 1', None, "column 9: expected ','"),
        (b'{"id": true, "assignor": "a"}', None, "id: expected a whole number or text"),
        (b"[" * 5000, None, "nested deeper"),
        (UNKNOWN, "a", "unknown assignor 'best'"),
        (about(b'{"topics": {"t": "1"}}'), 7, "expected a whole number"),
        (about(b'{"topics": {"t": 2147483648}}'), 7, "32 bits"),
        (about(b'{"topics": {"t": 9999999}, "members": []}'), 7, "at most"),
    ],
    f"{KAFKAJS}:roundrobin": [
        (b"{", None, "the line is not JSON"),
        (b"7", None, "expected a question"),
        (b'{"assignor": "roundrobin"}', None, "id: undefined: expected a whole number or text"),
        (b'{"id": "x", "assignor": "sticky", "group": {}}', "x", "there is roundrobin"),
        (b'{"id": 1, "assignor": "roundrobin"}', 1, "group: expected an assay-group/1"),
        (about(b'{"topics": {}, "members": [7]}'), 7, "group: expected"),
        (about(b'{"topics": {"t": 3000000}, "members": []}'), 7, "at most 2000000"),
        (b'{"id": 1, "assignor": "roundrobin", "group": {"topics": {}, "members": []}, "instance": 7}', 1, "text"),
    ],
}


@pytest.fixture(scope="module", params=with_releases(MALFORMED))
def speaker(request: pytest.FixtureRequest) -> Iterator[tuple[str, HostProcess]]:
    """A running host, to talk to it line by line."""
    with running_host(command_or_skip(request.param)) as process:
        yield request.param, process


def test_malformed_lines_get_an_error_reply(speaker: tuple[str, HostProcess]) -> None:
    """It has the id of the question, where that can be read. The next line is answered."""
    target, process = speaker
    name = target.rpartition(":")[2].encode()
    wrong: list[Any] = []

    for line, number, told in MALFORMED[target]:
        reply = reply_to(process, line.replace(b"NAME", name))
        if reply["id"] != number or told not in reply["error"]["message"]:
            wrong.append((line, reply))

    assert [] == wrong
    assert reply_to(process, about(GROUP).replace(b"NAME", name))["assignment"]["C0"]["t0"]
