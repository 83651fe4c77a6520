from __future__ import annotations

import shlex
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.wire.consumers import Consumers, filled_words
from kafka_assay.assignors.hosted.wire.coordinator import NoPlan
from kafka_assay.assignors.hosted.wire.wire_host import serve_program
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import group_of
from tests.support.wire.go_recipes import RECIPES


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
EQUAL = [group_of({"a": count, "b": 2}, {"C0": ["a", "b"], "C1": ["a", "b"]}) for count in range(1, 13)]
CRASHES = group_of({"a": 3, "b": 5}, {"C0": ["a", "b"], "C1": ["a"]})
"""kafka-python's roundrobin raises KeyError."""

ONLY_THE_FIRST_JOINS = """
import runpy, sys, time
if sys.argv[2] != "assay":
    {ending}
runpy.run_path({consumer!r}, run_name="__main__")
"""


@contextmanager
def opened(program: Path, consumers: int) -> Iterator[HostTarget]:
    words = shlex.join((sys.executable, str(program)))
    text = f"wire:--consumers={consumers} {words} {{bootstrap}} {{group}} {{topics}} {{strategy}}#roundrobin"
    with closing(HostTarget(text, parse_target(text).host_command())) as target:
        yield target


@pytest.fixture(scope="module")
def plans_of_one() -> list[object]:
    """The plans of a single consumer for the equal groups."""
    with opened(CONSUMER, 1) as target:
        return list(target.assign_all(EQUAL))


def test_answers_have_the_order_of_the_questions(plans_of_one: list[object]) -> None:
    with opened(CONSUMER, 3) as target:
        assert plans_of_one == target.assign_all(EQUAL) == target.assign_all(EQUAL)


def test_a_crash_is_the_failure_of_its_question_alone() -> None:
    with opened(CONSUMER, 3) as target:
        before, (crash,), after = (target.assign_all(part) for part in (EQUAL[:2], [CRASHES], EQUAL[2:]))
        together = target.assign_all([*EQUAL[:2], CRASHES, *EQUAL[2:]])

    assert isinstance(crash, AssignorFailed)
    assert isinstance(together[2], AssignorFailed)
    assert ("crash", crash.message) == (together[2].kind, together[2].message)
    assert [*before, *after] == [*together[:2], *together[3:]]


@pytest.mark.parametrize("ending", ["sys.exit('no second one')", "time.sleep(1000)"])
def test_a_further_consumer_that_never_joins_is_left_out(
    tmp_path: Path, plans_of_one: list[object], ending: str
) -> None:
    program = tmp_path / "program.py"
    program.write_text(ONLY_THE_FIRST_JOINS.format(ending=ending, consumer=str(CONSUMER)))

    with opened(program, 2) as target:
        assert plans_of_one == target.assign_all(EQUAL)
