"""Several consumers side by side give the answers of a single one."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group, group_of
from studies.wire.go_recipes import RECIPES

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


def plans_of_one(groups: list[Group]) -> list[object]:
    with opened(CONSUMER, 1) as target:
        return list(target.assign_all(groups))


def test_answers_have_the_order_of_the_questions() -> None:
    with opened(CONSUMER, 3) as target:
        assert plans_of_one(EQUAL) == target.assign_all(EQUAL) == target.assign_all(EQUAL)


def test_a_crash_is_the_failure_of_its_question_alone() -> None:
    with opened(CONSUMER, 3) as target:
        before, (crash,), after = (target.assign_all(part) for part in (EQUAL[:2], [CRASHES], EQUAL[2:]))
        together = target.assign_all([*EQUAL[:2], CRASHES, *EQUAL[2:]])

    assert isinstance(crash, AssignorFailed)
    assert isinstance(together[2], AssignorFailed)
    assert ("crash", crash.message) == (together[2].kind, together[2].message)
    assert [*before, *after] == [*together[:2], *together[3:]]


@pytest.mark.parametrize("ending", ["sys.exit('no second one')", "time.sleep(1000)"])
def test_a_further_consumer_that_never_joins_is_left_out(tmp_path: Path, ending: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(ONLY_THE_FIRST_JOINS.format(ending=ending, consumer=str(CONSUMER)))

    with opened(program, 2) as target:
        assert plans_of_one(EQUAL) == target.assign_all(EQUAL)
