"""The recipes of `docs/wire/`: each real client plans on the wire as its host does."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.properties.trials.answer_diff import places_in
from studies.wire.go_recipes import RECIPES, ensure_go_consumer
from tests.assignors.hosted.real_hosts import FRANZ, SARAMA, start_or_skip

pytestmark = pytest.mark.functional

ARGUMENTS = "{bootstrap} {group} {topics} {strategy}"

GROUPS = [
    group_of({"a": 3, "b": 5}, {"C0": ["a", "b"], "C1": ["a"]}),
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
    group_of({"a": 3, "b": 1}, {"C0": ["a"], "C1": ["a", "b"]}),
]

FIXED = [
    GROUPS[0],
    group_of(
        {"a": 4},
        {"C0": ["a"], "C1": ["a"]},
        {"C0": {"a": [3, 0]}, "C1": {"a": [1, 2]}},
        generation=3,
    ),
]
"""Groups for which sarama's sticky strategies have one plan. For others it depends on the order of Go's maps."""


def outcome(target: HostTarget, group: Group) -> object:
    """The plan; or, where the client raises, only that it failed: a host raises what ends a program."""
    try:
        return target.assign(group)
    except AssignorFailed:
        return "failed"


def is_expressible(target: HostTarget, group: Group) -> bool:
    try:
        return target.assign(group) is not None
    except CannotBeAsked:
        return False


@contextmanager
def opened(text: str) -> Iterator[HostTarget]:
    with closing(HostTarget(text, parse_target(text).host_command())) as target:
        yield target


def python_program(path: Path, strategy: str) -> str:
    return f"wire:{shlex.join((sys.executable, str(path)))} {ARGUMENTS}#{strategy}"


@pytest.mark.parametrize(
    ("name", "strategy"),
    [
        ("kafka-python", "range"),
        ("kafka-python", "roundrobin"),
        ("kafka-python", "sticky"),
        ("kafka-python", "cooperative-sticky"),
        ("aiokafka", "range"),
        ("aiokafka", "roundrobin"),
        ("aiokafka", "sticky"),
    ],
)
def test_a_python_client_plans_as_its_host_does(name: str, strategy: str) -> None:
    wire = python_program(RECIPES / name / "consumer.py", strategy)

    with opened(wire) as client, opened(f"{name}:{strategy}") as host:
        plans = [outcome(client, group) for group in GROUPS]

        assert [outcome(host, group) for group in GROUPS] == plans
        if name == "kafka-python":  # aiokafka does not send its name
            assert (name, host.version) == (client.implementation, client.version)
        assert {} == client.assign(Group(topics=(), members=()))


@pytest.mark.parametrize("strategy", ["range", "roundrobin", "sticky", "cooperative-sticky"])
@pytest.mark.parametrize(("name", "target"), [("franz-go", FRANZ), ("sarama", SARAMA)])
def test_a_go_client_plans_as_its_host_does(name: str, target: str, strategy: str) -> None:
    program = start_or_skip(name, lambda: ensure_go_consumer(name))

    with opened(f"wire:{program} {ARGUMENTS}#{strategy}") as client, opened(f"{target}:{strategy}") as host:
        is_fixed = name != "sarama" or "sticky" not in strategy
        groups = [group for group in (GROUPS if is_fixed else FIXED) if is_expressible(host, group)]
        plans = [places_in(client.assign(group)) for group in groups]

        assert groups
        assert [places_in(host.assign(group)) for group in groups] == plans
        assert {} == client.assign(Group(topics=(), members=()))


def test_a_client_that_ends_is_a_crash_and_is_started_again() -> None:
    wire = python_program(RECIPES / "kafka-python" / "consumer.py", "roundrobin")
    unequal = GROUPS[0]

    with opened(wire) as client:
        with pytest.raises(AssignorFailed, match="crash: the process ended with exit code 1") as failure:
            client.assign(unequal)

        assert "KeyError" in failure.value.trace
        assert {"C0": {"a": [0, 2]}, "C1": {"a": [1], "b": [0]}} == client.assign(GROUPS[3])


def test_a_program_that_ends_before_it_joins_cannot_be_opened(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("raise SystemExit('error: no such strategy')")

    with pytest.raises(AssayError, match="no such strategy"), opened(python_program(program, "range")):
        pass
