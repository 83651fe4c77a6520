"""A hosted target gives an answer or an `AssignorFailed`, whatever its program does."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.targets.host_target import HostTarget
from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.properties.trials.ask_modes import ask_modes_of
from tests.assignors.hosted.conftest import HOSTILE, OpenHost

ANSWER = {"C0": {"t0": [0, 1, 2]}}

FAILURES = {
    "refuse": "Refused",
    "crash": "crash",
    "exit": "crash",
    "garbage": "garbage",
    "not-utf8": "garbage",
    "deep": "garbage",
    "partial-exit": "crash",
    "wrong-id": "garbage",
    "malformed": "garbage",
    "nothing": "garbage",
    "flood": "output-flood",
    "memory": "crash",
    "twice": "garbage",
}
HANGS = {"hang": "hang", "partial-hang": "hang", "orphans": "crash"}
WAITED = {"hang": 0.2, "partial-hang": 0.2, "orphans": 3.0}
"""Seconds until each of the silent is given up: time enough, on a busy machine too, to leave orphans and be gone."""


def verdict(target: HostTarget, group: Group, how: str) -> str:
    """`answered`, or the kind of the failure, of a group that tells the hostile host how to behave."""
    try:
        return "answered" if target.assign(replace(group, name=how)) == ANSWER else "wrong answer"
    except AssignorFailed as failure:
        return failure.kind


@pytest.mark.parametrize(("how", "kind"), FAILURES.items())
def test_each_misbehaviour_is_a_failure_of_its_kind(hostile: HostTarget, group: Group, how: str, kind: str) -> None:
    """Whatever the host does instead of answering is reported as what it was, and the next question is answered."""
    verdicts = [verdict(hostile, group, name) for name in (how, "answer", how, "answer")]

    assert verdicts == [kind, "answered", kind, "answered"]


@pytest.mark.parametrize(("how", "kind"), HANGS.items())
def test_a_silent_host_is_given_up(open_host: OpenHost, group: Group, how: str, kind: str) -> None:
    """A host that does not answer within the time for a call is killed, with the children that hold its output."""
    target = open_host(HOSTILE, call_seconds=WAITED[how])

    assert verdict(target, group, how) == kind


def test_a_death_after_an_answer_spoils_no_other_verdict(hostile: HostTarget, group: Group) -> None:
    """
    A host that answers and then dies is started anew for the next question, and its death is kept beside its group.
    """
    dying = replace(group, name="answer-then-exit")

    answers = [hostile.assign(dying), hostile.assign(replace(group, name="answer"))]

    assert answers == [ANSWER, ANSWER]
    assert [(death.group, death.failure.kind) for death in hostile.late_failures] == [(dying, "crash")]


def test_talk_after_an_answer_is_garbage_of_that_question_or_its_aftermath(hostile: HostTarget, group: Group) -> None:
    """A line that follows an answer never counts against the next question."""
    talked = verdict(hostile, group, "answer-then-talk")

    following = verdict(hostile, group, "answer")

    assert following == "answered"
    assert (talked == "garbage") != (len(hostile.late_failures) == 1)


def test_late_talk_is_no_fault_of_the_next_question(open_host: OpenHost, group: Group, tmp_path: Path) -> None:
    """A line that comes late, together with the next answer, sends the next question to a new process."""
    greeting = {"format": "assay-host/1", "implementation": "x", "assignors": ["a"]}
    program = tmp_path / "host.py"
    program.write_text(TALKER.format(greeting=greeting, then="sys.stdout.write('by the way\\n')"))
    target = open_host(program)

    answers = [target.assign(group) for _ in range(3)]

    assert answers == [{}, {}, {}]
    assert [aftermath.failure.kind for aftermath in target.late_failures] == ["garbage", "garbage"]


def test_the_failure_carries_the_last_words(hostile: HostTarget, group: Group) -> None:
    """What a host wrote to stderr before it died is the failure's trace."""
    with pytest.raises(AssignorFailed) as failed:
        hostile.assign(replace(group, name="exit"))

    assert failed.value.message == "the process ended with exit code 3"
    assert failed.value.trace == "had enough"


def test_a_malformed_answer_is_shown_with_its_path(hostile: HostTarget, group: Group) -> None:
    """An answer of the wrong types is garbage, named by path and value."""
    with pytest.raises(AssignorFailed, match=r"assignment\.C0\.t0\[1\]: '1': expected a partition id"):
        hostile.assign(replace(group, name="malformed"))


def test_a_closed_target_ends_its_process(hostile: HostTarget, group: Group) -> None:
    """Closing kills the host, twice does no harm, and a later question starts another."""
    hostile.close()
    hostile.close()

    assert verdict(hostile, group, "answer") == "answered"


def test_an_inherited_target_starts_a_process_of_its_own(hostile: HostTarget, group: Group) -> None:
    """A fork of ours does not share the pipe: both get answers, and its end does not end our host."""
    child = os.fork()
    if child == 0:
        os._exit(0 if verdict(hostile, group, "answer") == "answered" else 1)
    _, status = os.waitpid(child, 0)

    assert status == 0
    assert verdict(hostile, group, "answer") == "answered"
    assert hostile.late_failures == []


TALKER = """
import json, sys
print(json.dumps({greeting}), flush=True)
for line in sys.stdin:
    print(json.dumps({{"id": json.loads(line)["id"], "assignment": {{}}, "nanoseconds": 5}}), flush=True)
    {then}
"""


HASTY = """
import json, os, re, time
print(json.dumps({greeting}), flush=True)
number = int(re.search(rb'"id":(\\d+)', os.read(0, 100))[1])
print(json.dumps({{"id": number, "assignment": {{}}}}), flush=True)
time.sleep(3600)
"""


def test_an_answer_before_the_question_was_read_is_garbage(open_host: OpenHost, tmp_path: Path) -> None:
    """
    Who answers the first bytes of a long line does not know the group; the rest would be taken for another question.
    """
    members = {f"C{number}": ["t0"] for number in range(5_000)}
    program = tmp_path / "host.py"
    program.write_text(HASTY.format(greeting={"format": "assay-host/1", "implementation": "x", "assignors": ["a"]}))

    with pytest.raises(AssignorFailed, match="garbage: an answer before the question was read: "):
        open_host(program).assign(group_of({"t0": 1}, members))


COUNTS = """
import json, sys
print(json.dumps({greeting}), flush=True)
for number, line in enumerate(sys.stdin, start=1):
    print(json.dumps({{"id": number, "assignment": {{}}}}), flush=True)
"""


def test_a_host_that_counts_is_not_believed(open_host: OpenHost, group: Group, tmp_path: Path) -> None:
    """
    Ids are drawn: whoever counts his answers instead of repeating the id would be right by luck alone, and answer
    before he is asked.
    """
    program = tmp_path / "host.py"
    program.write_text(COUNTS.format(greeting={"format": "assay-host/1", "implementation": "x", "assignors": ["a"]}))

    with pytest.raises(AssignorFailed, match=r"garbage: question \d+ got an answer with another id"):
        open_host(program).assign(group)


def test_a_host_that_cannot_be_started_again_is_a_failure(open_host: OpenHost, group: Group, tmp_path: Path) -> None:
    """Once open, a target raises `AssignorFailed` and nothing else, also when its program is gone."""
    program = tmp_path / "host.py"
    greeting = {"format": "assay-host/1", "implementation": "x", "assignors": ["a"]}
    program.write_text(TALKER.format(greeting=greeting, then="sys.exit()"))
    target = open_host(program)
    target.assign(group)
    program.unlink()

    with pytest.raises(AssignorFailed, match="could not be started again"):
        target.assign(group)


def test_a_target_plan_is_no_round(open_host: OpenHost, group: Group, tmp_path: Path) -> None:
    """An assignor under `targets` answers with the plan itself, and says so; what else it promises stays."""
    greeting = {
        "format": "assay-host/1",
        "implementation": "x",
        "version": "1.0",
        "assignors": ["a"],
        "like": {"a": ["cooperative-sticky", "+optimal", "-racks"]},
        "targets": ["a"],
    }
    program = tmp_path / "host.py"
    program.write_text(TALKER.format(greeting=greeting, then="pass"))

    target = open_host(program)

    assert target.answers_with_target
    assert target.like == "cooperative-sticky,+optimal,-racks"
    assert {Promise.OPTIMAL, Promise.COOPERATIVE} <= target.promises
    assert Promise.RACKS not in target.promises


@pytest.mark.parametrize(("said", "unordered"), [({}, set()), ({"unordered": {"a": ["members"]}}, {"members"})])
def test_a_host_says_which_lists_its_client_does_not_order(
    open_host: OpenHost, tmp_path: Path, said: dict[str, object], unordered: set[str]
) -> None:
    """The law on order reads it from the target."""
    greeting = {"format": "assay-host/1", "implementation": "x", "assignors": ["a"], **said}
    program = tmp_path / "host.py"
    program.write_text(TALKER.format(greeting=greeting, then="pass"))

    assert unordered == ask_modes_of(open_host(program)).unordered_lists


def test_members_may_be_missing_and_nanoseconds_are_kept(open_host: OpenHost, group: Group, tmp_path: Path) -> None:
    """An answer without members is an answer, and the time that `assign` alone took stays at hand."""
    program = tmp_path / "host.py"
    greeting = {"format": "assay-host/1", "implementation": "x", "assignors": ["a"]}
    program.write_text(TALKER.format(greeting=greeting, then="pass"))
    target = open_host(program)

    answer = target.assign(group)

    assert answer == {}
    assert target.last_nanoseconds == 5
