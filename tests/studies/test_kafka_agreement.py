from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.reference.server_uniform import ServerUniformAssignor
from kafka_assay.assignors.registry import reference_assignor
from studies.__main__ import main
from studies.evidence import kafka_agreement
from studies.evidence.kafka_agreement import (
    KafkaOutcome,
    answers_table,
    compared_answers,
    finished_stretches,
    planned_stretches,
)
from studies.records import read_lines
from tests.properties.stand_ins import StandIn
from tests.support.kafka.hash_order import in_hash_order, with_kafkas_order
from tests.support.kafka.likeness import (
    ANSWERED,
    DOUBLE,
    ENDLESS,
    HANGS,
    MAPS,
    TOLD,
    TOLD_UNLIKE,
    UNKNOWN,
    ask_kafka,
    cause_of,
    kafka_flaw,
    likeness,
)

TWO = group_of({"t": 2}, {"b": ["t"], "a": ["t"]})


def stand_in_for_roundrobin(wrong: bool) -> StandIn:
    """A replacement for Kafka's RoundRobinAssignor. A `wrong` one gives everything to the first of three members."""

    def assign(group: Group) -> Assignment:
        answer = reference_assignor("roundrobin").assign(group)
        if not wrong or len(group.members) < 3:
            return answer
        everything = {topic: list(range(count)) for topic, count in group.partition_counts().items()}
        return {member.id: everything if member is group.members[0] else {} for member in group.members}

    return StandIn(assign, frozenset())


@pytest.mark.parametrize(
    ("theirs", "expected"),
    [
        ({"a": {"t": [0]}, "b": {"t": [1]}}, MAPS),
        ({"a": {"t": [1]}, "b": {"t": [0]}}, ANSWERED),
        ({"a": {"t": [0, 1]}}, ANSWERED),
        ({"a": {"t": [0, 2]}}, "Kafka breaks only-existing-partitions"),
        ({"a": {"t": [0]}}, "Kafka breaks nothing-left-out"),
        (AssignorFailed("java.lang.NullPointerException", ""), "Kafka gives no answer: NullPointerException"),
    ],
)
def test_answers_are_compared_by_member_then_by_validity(theirs: Assignment | AssignorFailed, expected: str) -> None:
    assert expected == likeness("sticky", TWO, theirs)


def test_cooperative_round_may_withhold_but_not_assign_twice() -> None:
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}}, generation=1)

    assert kafka_flaw("cooperative-sticky", group, {"a": {"t": [0]}, "b": {}}) is None
    assert DOUBLE == kafka_flaw("cooperative-sticky", group, {"a": {"t": [0]}, "b": {"t": [1]}})


def test_uniform_serves_members_in_hash_map_order() -> None:
    group = group_of({"t": 3}, {"C10": ["t"], "a": ["t"]})
    told = with_kafkas_order("server-uniform")

    assert told is not None
    assert ["a", "C10"] == in_hash_order(group).member_ids()
    assert {"C10": {"t": [0]}, "a": {"t": [1, 2]}} == ServerUniformAssignor().assign(group)
    assert {"C10": {"t": [1, 2]}, "a": {"t": [0]}} == told(group)
    assert TOLD == likeness("server-uniform", group, told(group))


def test_order_that_changes_kept_partitions_is_a_separate_cause() -> None:
    members = {member: ["t"] for member in "cab"}
    plain = group_of({"t": 1}, members, {member: {"t": [0]} for member in "cab"})
    ages = {"a": 1, "b": 1, "c": 2}
    group = replace(plain, members=tuple(replace(one, generation=ages[one.id]) for one in plain.members))

    assert MAPS == likeness("sticky", group, {"c": {"t": [0]}})
    assert TOLD_UNLIKE == likeness("sticky", group, {"a": {"t": [0]}})


def test_cause_is_what_must_be_removed_to_agree() -> None:
    """A class that is wrong on clean groups has no known cause."""

    def thrower(group: Group) -> Assignment:
        if any(partition > 1 for member in group.members for _, partition in member.claims()):
            raise AssignorFailed("java.lang.IllegalStateException", "")
        return reference_assignor("sticky").assign(group)

    haunted = group_of({"t": 2}, {"a": ["t"], "b": ["t", "t"]}, {"a": {"t": [0, 7]}})
    three = group_of({"t": 2}, {"a": ["t"], "b": ["t"], "c": ["t"]})

    cause = cause_of("sticky", StandIn(thrower), haunted, "Kafka gives no answer: IllegalStateException")

    assert "a claim on a partition that does not exist" == cause
    assert UNKNOWN == cause_of("roundrobin", stand_in_for_roundrobin(wrong=True), three, ANSWERED)


def test_endless_rounds_are_known_for_unequal_subscriptions() -> None:
    unequal = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]})
    equal = group_of({"t": 2}, {"a": ["t"], "b": ["t"], "c": ["t"]})
    hanging = StandIn(reference_assignor("sticky").assign)

    assert ENDLESS == cause_of("sticky", hanging, unequal, HANGS)
    assert UNKNOWN == cause_of("roundrobin", stand_in_for_roundrobin(wrong=True), equal, HANGS)


def test_failure_counts_only_if_it_repeats() -> None:
    """The first call may have been slow."""
    failures = [AssignorFailed("hang", "")]

    def once(group: Group) -> Assignment:
        if failures:
            raise failures.pop()
        return reference_assignor("roundrobin").assign(group)

    assert {"b": {"t": [1]}, "a": {"t": [0]}} == ask_kafka(StandIn(once, frozenset()), TWO)


def test_finished_stretches_are_not_run_again(tmp_path: Path) -> None:
    """A truncated line is dropped, and its stretch repeated."""
    finished = KafkaOutcome(family="clean", seed=4, found={"range": {MAPS: 30}})
    out = tmp_path / "run.jsonl"
    out.write_text(json.dumps(asdict(finished)) + "\n" + '{"family": "cle', encoding="utf-8")

    done = finished_stretches(out, ["range"])

    assert {("clean", 4): finished} == done
    assert {("clean", 5)} == set(planned_stretches(["clean"], groups=60, draws=30, seed=4)) - done.keys()
    compared = {("range", "clean"): compared_answers(done.values(), "range", "clean")}
    assert ("`range`", "clean", "30", "30", "0", "0", "0") == answers_table(compared).rows[-1]


@pytest.mark.parametrize(("wrong", "code"), [(False, 0), (True, 1)])
def test_unknown_difference_is_exit_code_1(
    wrong: bool, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kafka_agreement, "open_target", lambda *_, **__: stand_in_for_roundrobin(wrong=wrong))
    out = tmp_path / "run.jsonl"
    which = ["--reference", "roundrobin", "--inputs", "clean", "--groups", "20", "--draws", "20"]

    given = main(["kafka_agreement", *which, "--out", str(out)])

    assert code == given
    assert ["clean"] == [line["family"] for line in read_lines(out)]
    assert "| `roundrobin` | clean | 20 |" in capsys.readouterr().out
