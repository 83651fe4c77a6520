"""The wire host, and the recipes of `docs/wire/`: each real client plans on the wire as its host does."""

from __future__ import annotations

import shlex
import sys
import threading
from contextlib import AbstractContextManager
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.wire.consumers import Consumers, filled_words
from kafka_assay.assignors.hosted.wire.coordinator import NoPlan
from kafka_assay.assignors.hosted.wire.wire_host import serve_program
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from tests.assignors.hosted.real_hosts import MISSING, opened, start_or_skip, wire_target, words_or_skip
from tests.support.wire.recipes import (
    ARGUMENTS,
    CLIENTS,
    CONFLUENT_KAFKA,
    KAFKA_CLIENTS,
    PLATFORMATIC,
    RECIPES,
    rust_program,
)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("wire:./consumer {topics}", "the command does not contain {bootstrap}"),
        ("wire:./consumer {bootstrap}", "the command does not contain {topics}"),
        ("wire:./consumer {bootstrap} {topics} {strategy}", "{strategy} needs a name: add #NAME"),
        ("wire:' {bootstrap} {topics}", "cannot be split into words"),
        ("wire:--consumers=0 ./consumer {bootstrap} {topics}", "expected --consumers=N .* from 1 to 99"),
        ("wire:", "expected wire:COMMAND"),
    ],
)
def test_a_command_that_cannot_work_is_refused(text: str, why: str) -> None:
    with pytest.raises(AssayError, match=why):
        parse_target(text)


def test_a_value_with_a_placeholder_or_a_space_stays_one_word() -> None:
    values = {"bootstrap": "h:1", "strategy": "my own {bootstrap}"}

    assert ["c", "h:1", "x=my own {bootstrap}"] == filled_words("c {bootstrap} x={strategy}", values)


def test_a_program_that_joins_and_sends_no_plan_is_an_error_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Consumers) -> None:
        raise NoPlan("the member joined 4 times and sent no plan")

    monkeypatch.setattr(Consumers, "start_first", fail)

    with pytest.raises(AssayError, match="joined, and then failed: the member joined 4 times and sent no plan"):
        serve_program("./consumer {bootstrap} {topics}", None, 1)

    # An alarm that is still set would end this process later.
    assert all(thread.finished.is_set() for thread in threading.enumerate() if isinstance(thread, threading.Timer))


pytestmark = pytest.mark.functional

CONSUMER = RECIPES / "kafka-python" / "consumer.py"
EVEN = [group_of({"a": count, "b": 2}, {"C0": ["a", "b"], "C1": ["a", "b"]}) for count in range(1, 13)]

ONLY_THE_FIRST_JOINS = """
import runpy, sys, time
if sys.argv[2] != "assay":
    {ending}
runpy.run_path({consumer!r}, run_name="__main__")
"""


def opened_together(program: Path, consumers: int) -> AbstractContextManager[HostTarget]:
    """Open several consumers of one program as a target."""
    words = shlex.join((sys.executable, str(program)))
    return opened(f"wire:--consumers={consumers} {words} {ARGUMENTS}#roundrobin")


@pytest.fixture(scope="module")
def plans_of_one() -> list[object]:
    """The plans of a single consumer for the equal groups."""
    with opened_together(CONSUMER, 1) as target:
        return list(target.assign_all(EVEN))


def test_answers_have_the_order_of_the_questions(plans_of_one: list[object]) -> None:
    with opened_together(CONSUMER, 3) as target:
        assert plans_of_one == target.assign_all(EVEN) == target.assign_all(EVEN)


@pytest.mark.integration
def test_a_crash_is_the_failure_of_its_question_alone() -> None:
    with opened_together(CONSUMER, 3) as target:
        before, (crash,), after = (target.assign_all(part) for part in (EVEN[:2], [UNEQUAL], EVEN[2:]))
        together = target.assign_all([*EVEN[:2], UNEQUAL, *EVEN[2:]])

    assert isinstance(crash, AssignorFailed)
    assert isinstance(together[2], AssignorFailed)
    assert ("crash", crash.message) == (together[2].kind, together[2].message)
    assert [*before, *after] == [*together[:2], *together[3:]]


@pytest.mark.parametrize(
    "ending", ["sys.exit('no second one')", pytest.param("time.sleep(1000)", marks=pytest.mark.integration)]
)
def test_a_further_consumer_that_never_joins_is_left_out(
    tmp_path: Path, plans_of_one: list[object], ending: str
) -> None:
    program = tmp_path / "program.py"
    program.write_text(ONLY_THE_FIRST_JOINS.format(ending=ending, consumer=str(CONSUMER)))

    with opened_together(program, 2) as target:
        assert plans_of_one == target.assign_all(EVEN)


EVERY_DAY = {"kafka-python": "sticky", "kafkajs": "RoundRobinAssigner"}
"""
Clients that `tox` runs, each with one strategy: one that is installed, and one that is fetched. All others run in
`tox run -e integration`.
"""
TOO_OLD = "is not supported by the following package"
"""Cargo's message about a Rust that is older than a crate asks for."""

UNEQUAL = group_of({"a": 3, "b": 5}, {"C0": ["a", "b"], "C1": ["a"]})
"""kafka-python's roundrobin raises KeyError."""

EQUAL = group_of({"a": 3, "b": 1}, {"C0": ["a"], "C1": ["a", "b"]})
GROUPS = [
    UNEQUAL,
    Group(
        topics=(Topic(name="a", partitions=9), Topic(name="b", partitions=2)),
        members=(
            Member(id="C0", subscription=("a", "b"), owned=(("a", (0, 1, 2)), ("b", (1,))), generation=4),
            Member(id="C1", subscription=("b", "a"), owned=(("a", (1, 5, 8)), ("gone", (0,))), generation=5),
            Member(id="joiner", subscription=("a",)),
        ),
    ),
    Group(
        topics=(Topic(name="z", partitions=12, replica_racks=(("r1", "r2"),) * 12),),
        members=(
            Member(id="b", subscription=("z",), instance_id="i1", rack="r1"),
            Member(id="a", subscription=("z", "none"), instance_id="i0", rack="r2"),
        ),
    ),
    EQUAL,
]
OWNED = group_of({"a": 4}, {"C0": ["a"], "C1": ["a"]}, {"C0": {"a": [3, 0]}, "C1": {"a": [1, 2]}}, generation=3)
FIXED = [UNEQUAL, OWNED]
"""Groups for which sarama's sticky strategies have one plan. For others it depends on the order of Go's maps."""
UNSORTED = group_of({"c": 3, "a": 1, "b": 4}, {"C0": ["b", "a", "c"], "C1": ["b", "a", "c"]}, {"C0": {"a": [0]}})
"""librdkafka keeps the order of topics in the metadata."""
LEADERS = [
    group_of({"a": 3, "b": 1, "c": 4}, {"C1": ["c", "b"], "C0": ["a", "c"]}),
    group_of({"a": 3, "b": 1, "c": 4}, {"C1": ["c", "b"], "C0": ["c", "a"]}),
    group_of({"a": 3}, {"C0": [], "C1": ["a"]}),
]
RACKED = Group(
    topics=(Topic(name="a", partitions=2, replica_racks=(("r1",), ("r2",))),),
    members=tuple(Member(id=name, subscription=("a",)) for name in ("C0", "C1")),
)
"""A client that takes two brokers for one joins a group with racks, and never sends its plan."""
MORE = {"confluent-kafka": [UNSORTED], "kafkajs": [*LEADERS, *[RACKED] * 20], "platformatic": LEADERS}
SOFTWARE = {
    "kafka-python": ("kafka-python", version("kafka-python")),
    "kafka-clients": ("apache-kafka-java", KAFKA_CLIENTS),
    "confluent-kafka": ("confluent-kafka-python", f"{CONFLUENT_KAFKA}-rdkafka-"),
    "platformatic": ("platformatic-kafka", PLATFORMATIC),
}
"""What a client says about itself. Others do not send their name."""


def outcome(target: HostTarget, group: Group) -> object:
    """The plan; or, where the client cannot be in such a group, or ends, only that. The order of ids means nothing."""
    try:
        plan = target.assign(group)
    except CannotBeAsked:
        return "refused"
    except AssignorFailed:
        return "failed"
    return {member: {topic: sorted(ids) for topic, ids in part.items() if ids} for member, part in plan.items()}


@pytest.mark.parametrize(
    ("name", "strategy"),
    [
        pytest.param(name, strategy, marks=() if EVERY_DAY.get(name) == strategy else pytest.mark.integration)
        for name, client in CLIENTS.items()
        for strategy in client.strategies
    ],
)
def test_client_plans_on_the_wire_as_its_host_does(name: str, strategy: str, tmp_path: Path) -> None:
    recipe = CLIENTS[name]
    words = words_or_skip(name, lambda: recipe.program(tmp_path))
    groups = FIXED if name == "sarama" and "sticky" in strategy else [*GROUPS, *MORE.get(name, ())]
    with opened(wire_target(words, strategy)) as client, opened(recipe.strategies[strategy]) as host:
        planned = [(group, outcome(host, group)) for group in groups]
        if name in {"franz-go", "sarama"}:
            planned = [(group, plan) for group, plan in planned if plan != "refused"]

        assert [plan for _, plan in planned] == [outcome(client, group) for group, _ in planned]
        assert {} == client.assign(Group(topics=(), members=()))
        if name in SOFTWARE:
            software, release = SOFTWARE[name]
            assert software == client.implementation
            assert client.version.startswith(release)


@pytest.mark.integration
def test_a_client_that_ends_is_a_crash_and_is_started_again(tmp_path: Path) -> None:
    """One that ends before it joins cannot be opened."""
    with opened_together(CONSUMER, 1) as client:
        with pytest.raises(AssignorFailed, match="crash: the process ended with exit code 1") as failure:
            client.assign(UNEQUAL)

        assert "KeyError" in failure.value.trace
        assert {"C0": {"a": [0, 2]}, "C1": {"a": [1], "b": [0]}} == client.assign(EQUAL)
    program = tmp_path / "program.py"
    program.write_text("raise SystemExit('error: no such strategy')")
    with pytest.raises(AssayError, match="no such strategy"), opened_together(program, 1):
        pass


CLAIMED = group_of({"a": 4}, {"C0": ["a"], "C1": ["a"]}, {"C0": {"a": [0, 1, 3]}, "C1": {"a": [2]}}, generation=4)


@pytest.mark.rust
@pytest.mark.parametrize(("client", "release"), [("krafka", "0.28.0"), ("kacrab", "0.4.0")])
@pytest.mark.parametrize(
    ("strategy", "group", "first", "second"),
    [
        ("range", UNEQUAL, {"a": [0, 1], "b": [0, 1, 2, 3, 4]}, {"a": [2]}),
        ("roundrobin", UNEQUAL, {"a": [0, 2], "b": [0, 1, 2, 3, 4]}, {"a": [1]}),
        ("cooperative-sticky", CLAIMED, None, {"a": [2]}),  # a partition that moves waits for its owner
    ],
)
def test_a_rust_client_follows_the_rule_of_its_strategy(
    client: str, release: str, strategy: str, group: Group, first: object, second: object
) -> None:
    """No host has these clients."""
    words = start_or_skip(client, partial(rust_program, client, release), (*MISSING, TOO_OLD))
    with opened(wire_target(words, strategy)) as target:
        plan = target.assign(group)

    assert second == plan["C1"]
    assert first == plan["C0"] if first else len(plan["C0"]["a"]) == 2
    assert (client, release) == (target.implementation, target.version)
