from __future__ import annotations

from collections.abc import Iterator

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import group_of
from tests.assignors.hosted.java.hosts import (
    COOPERATIVE_FIRST,
    NEWEST,
    NEWEST_COORDINATOR,
    OLDEST,
    OLDEST_COORDINATOR,
    Open,
    command,
)
from tests.assignors.hosted.real_hosts import reply_to, running_host

TWO = group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [1, 3]}, "C1": {"t0": [0, 2]}}, generation=3)


@pytest.mark.parametrize("release", [NEWEST, OLDEST])
def test_sticky_keeps_claimed_partitions(host: Open, release: str) -> None:
    answer = host(f"{release}:StickyAssignor").assign(TWO)

    assert {"C0": {"t0": [1, 3]}, "C1": {"t0": [0, 2]}} == {
        member: {topic: sorted(ids) for topic, ids in topics.items()} for member, topics in answer.items()
    }


@pytest.mark.parametrize("release", [NEWEST, COOPERATIVE_FIRST])
def test_cooperative_withholds_partitions_that_others_still_own(host: Open, release: str) -> None:
    """The host returns the first round's answer unchanged."""
    joined = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [0, 1]}}, generation=3)

    answer = host(f"{release}:CooperativeStickyAssignor").assign(joined)

    assert (1, {}) == (len(answer["C0"]["t0"]), answer["C1"])


@pytest.mark.parametrize("release", [NEWEST_COORDINATOR, OLDEST_COORDINATOR])
@pytest.mark.parametrize("name", ["UniformAssignor", "RangeAssignor"])
def test_coordinator_assignors_answer_with_topic_names(host: Open, release: str, name: str) -> None:
    target = host(f"{release}:{name}")
    unequal = group_of({"t0": 2, "t1": 2}, {"C0": ["t0"], "C1": ["t1"]})

    assert 4 == sum(len(topics["t0"]) for topics in target.assign(TWO).values())
    assert [["t0"], ["t1"]] == [sorted(target.assign(unequal)[member]) for member in ("C0", "C1")]


@pytest.mark.parametrize(
    ("target", "implementation", "version", "like"),
    [
        (f"{NEWEST}:StickyAssignor", "kafka-clients", "4.4.0", "sticky"),
        (f"{OLDEST}:StickyAssignor", "kafka-clients", "0.11.0.0", "sticky,-claims,-racks"),
        (f"{NEWEST_COORDINATOR}:UniformAssignor", "kafka-group-coordinator", "4.4.0", "server-uniform"),
    ],
)
def test_host_reports_the_version_of_the_jar(
    host: Open, target: str, implementation: str, version: str, like: str
) -> None:
    found = host(target)

    assert (implementation, version, like) == (found.implementation, found.version, found.like)


@pytest.mark.parametrize(
    ("target", "why"),
    [
        (
            f"{NEWEST}:CooperativeStikyAssignor",
            "the jars have no class .*mean 'CooperativeStickyAssignor'",
        ),
        (f"{NEWEST_COORDINATOR}:SimpleAssignor", "assigns for share groups"),
        (f"{NEWEST_COORDINATOR}:StickyTaskAssignor", "assigns tasks of Kafka Streams"),
        (f"{NEWEST}:KafkaConsumer", "implements none of Kafka's consumer assignor interfaces"),
        (f"{NEWEST}:AbstractStickyAssignor", "is abstract"),
    ],
)
def test_class_that_is_not_an_assignor_is_rejected(target: str, why: str) -> None:
    command(f"{target.rpartition(':')[0]}:{'Uniform' if 'coordinator' in target else 'Range'}Assignor")

    with pytest.raises(AssayError, match=why) as wrong:
        open_target(target)

    assert "\n" not in str(wrong.value)


def test_reused_object_answers_as_a_fresh_one(host: Open) -> None:
    target = host(f"{NEWEST}:StickyAssignor")

    ask = target.reused_object()

    assert target.assign(TWO) == ask(TWO) == ask(TWO)


def test_group_without_members_gets_an_empty_answer(host: Open) -> None:
    """There is no leader, so no assignor runs."""
    assert {} == host(f"{NEWEST}:RangeAssignor").assign(group_of({"t0": 2}, {}))


@pytest.fixture(scope="module")
def process() -> Iterator[HostProcess]:
    """Start a host, to talk to it line by line."""
    with running_host(command(f"{NEWEST}:StickyAssignor")) as started:
        yield started


@pytest.mark.parametrize(
    ("line", "number", "why"),
    [
        (b"nonsense", None, "column 1: expected a value"),
        (b'{"id": 1', None, "column 9: expected ','"),
        (b'{"id": true, "assignor": "a"}', None, "id: expected a whole number or text"),
        (b"[" * 5000, None, "nested deeper"),
        (b'{"id": 1, "assignor": "nobody", "group": {}}', 1, "unknown assignor 'nobody'"),
        (b'{"id": "a", "assignor": "StickyAssignor", "group": {"topics": {"t": "1"}}}', "a", "expected a whole number"),
        (b'{"id": 2, "assignor": "StickyAssignor", "group": {"topics": {"t": 2147483648}}}', 2, "32 bits"),
        (b'{"id": 3, "assignor": "StickyAssignor", "group": {"topics": {"t": 9999999}, "members": []}}', 3, "at most"),
    ],
)
def test_malformed_line_gets_an_error_reply(
    process: HostProcess, line: bytes, number: str | int | None, why: str
) -> None:
    reply = reply_to(process, line)

    assert (number, "AssayError") == (reply["id"], reply["error"]["type"])
    assert why in reply["error"]["message"]


def test_java_options_of_the_user_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """So they override ours."""
    monkeypatch.setenv("ASSAY_JAVA_OPTIONS", "-Xmx100m -XX:TieredStopAtLevel=4")

    words = command(f"{NEWEST}:RangeAssignor").words

    assert ("-Xmx100m", "-XX:TieredStopAtLevel=4", "-cp") == words[words.index("-cp") - 2 : words.index("-cp") + 1]
