from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.host_target import HostTarget
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
"""Time limit in seconds. On a busy machine it must suffice to leave orphans and exit."""


def verdict(target: HostTarget, group: Group, how: str) -> str:
    """Return `answered`, or the kind of the failure. `how` tells the hostile host what to do."""
    try:
        return "answered" if target.assign(replace(group, name=how)) == ANSWER else "wrong answer"
    except AssignorFailed as failure:
        return failure.kind


@pytest.mark.parametrize(("how", "kind"), FAILURES.items())
def test_each_misbehaviour_is_a_failure_of_its_kind(hostile: HostTarget, group: Group, how: str, kind: str) -> None:
    """The next question is answered."""
    verdicts = [verdict(hostile, group, name) for name in (how, "answer", how, "answer")]

    assert verdicts == [kind, "answered", kind, "answered"]


@pytest.mark.parametrize(("how", "kind"), HANGS.items())
def test_silent_host_times_out(open_host: OpenHost, group: Group, how: str, kind: str) -> None:
    """It is killed with the children that hold its output."""
    target = open_host(HOSTILE, call_seconds=WAITED[how])

    assert verdict(target, group, how) == kind


def test_crash_after_an_answer_does_not_affect_the_next_question(hostile: HostTarget, group: Group) -> None:
    """The crash is recorded with its group."""
    dying = replace(group, name="answer-then-exit")

    answers = [hostile.assign(dying), hostile.assign(replace(group, name="answer"))]

    assert answers == [ANSWER, ANSWER]
    assert [(death.group, death.failure.kind) for death in hostile.late_failures] == [(dying, "crash")]


def test_output_after_an_answer_does_not_affect_the_next_question(hostile: HostTarget, group: Group) -> None:
    """It is garbage of its question, or a late failure."""
    talked = verdict(hostile, group, "answer-then-talk")

    following = verdict(hostile, group, "answer")

    assert following == "answered"
    assert (talked == "garbage") != (len(hostile.late_failures) == 1)


def test_late_output_moves_the_next_question_to_a_new_process(
    open_host: OpenHost, group: Group, tmp_path: Path
) -> None:
    greeting = {"format": "assay-host/1", "implementation": "x", "assignors": ["a"]}
    program = tmp_path / "host.py"
    program.write_text(TALKER.format(greeting=greeting, then="sys.stdout.write('by the way\\n')"))
    target = open_host(program)

    answers = [target.assign(group) for _ in range(3)]

    assert answers == [{}, {}, {}]
    assert [aftermath.failure.kind for aftermath in target.late_failures] == ["garbage", "garbage"]


def test_failure_contains_stderr(hostile: HostTarget, group: Group) -> None:
    """As its trace."""
    with pytest.raises(AssignorFailed) as failed:
        hostile.assign(replace(group, name="exit"))

    assert failed.value.message == "the process ended with exit code 3"
    assert failed.value.trace == "had enough"


def test_malformed_answer_is_reported_with_path_and_value(hostile: HostTarget, group: Group) -> None:
    with pytest.raises(AssignorFailed, match=r"assignment\.C0\.t0\[1\]: '1': expected a partition id"):
        hostile.assign(replace(group, name="malformed"))


def test_closing_a_target_ends_its_process(hostile: HostTarget, group: Group) -> None:
    """A second close is harmless, and a later question starts a new process."""
    hostile.close()
    hostile.close()

    assert verdict(hostile, group, "answer") == "answered"


def test_forked_target_starts_its_own_process(hostile: HostTarget, group: Group) -> None:
    """The fork's end does not end the first host."""
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


def test_answer_before_the_whole_question_is_garbage(open_host: OpenHost, tmp_path: Path) -> None:
    """The rest of the line would otherwise be read as another question."""
    members = {f"C{number}": ["t0"] for number in range(5_000)}
    program = tmp_path / "host.py"
    program.write_text(HASTY.format(greeting={"format": "assay-host/1", "implementation": "x", "assignors": ["a"]}))

    with pytest.raises(AssignorFailed, match="garbage: an answer before the question was sent: "):
        open_host(program).assign(group_of({"t0": 1}, members))


COUNTS = """
import json, sys
print(json.dumps({greeting}), flush=True)
for number, line in enumerate(sys.stdin, start=1):
    print(json.dumps({{"id": number, "assignment": {{}}}}), flush=True)
"""


def test_host_that_counts_instead_of_repeating_the_id_is_rejected(
    open_host: OpenHost, group: Group, tmp_path: Path
) -> None:
    """Ids are random."""
    program = tmp_path / "host.py"
    program.write_text(COUNTS.format(greeting={"format": "assay-host/1", "implementation": "x", "assignors": ["a"]}))

    with pytest.raises(AssignorFailed, match=r"garbage: question \d+ got an answer with another id"):
        open_host(program).assign(group)


def test_host_that_cannot_restart_is_a_failure(open_host: OpenHost, group: Group, tmp_path: Path) -> None:
    """An open target raises only `AssignorFailed`."""
    program = tmp_path / "host.py"
    greeting = {"format": "assay-host/1", "implementation": "x", "assignors": ["a"]}
    program.write_text(TALKER.format(greeting=greeting, then="sys.exit()"))
    target = open_host(program)
    target.assign(group)
    program.unlink()

    with pytest.raises(AssignorFailed, match="the restart failed"):
        target.assign(group)


def test_target_plan_assignor_does_not_promise_a_round(open_host: OpenHost, group: Group, tmp_path: Path) -> None:
    """An assignor under `targets` returns the plan. Its other promises stay."""
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
def test_unordered_lists_are_read_from_the_greeting(
    open_host: OpenHost, tmp_path: Path, said: dict[str, object], unordered: set[str]
) -> None:
    """The law on order uses them."""
    greeting = {"format": "assay-host/1", "implementation": "x", "assignors": ["a"], **said}
    program = tmp_path / "host.py"
    program.write_text(TALKER.format(greeting=greeting, then="pass"))

    assert unordered == ask_modes_of(open_host(program)).unordered_lists


def test_answer_may_omit_members_and_reports_nanoseconds(open_host: OpenHost, group: Group, tmp_path: Path) -> None:
    program = tmp_path / "host.py"
    greeting = {"format": "assay-host/1", "implementation": "x", "assignors": ["a"]}
    program.write_text(TALKER.format(greeting=greeting, then="pass"))
    target = open_host(program)

    answer = target.assign(group)

    assert answer == {}
    assert target.last_nanoseconds == 5
