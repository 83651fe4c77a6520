"""The hostile host, some hundred calls of it."""

from __future__ import annotations

import sys
from contextlib import closing

import pytest

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check_group
from tests.support.hosts.hostile_calls import (
    AFTERWARDS,
    FAILING,
    HOLDING,
    HONEST,
    HOST,
    LIMITS,
    UNSEEN_WHERE_HELD,
    draw_orders,
    hostile_group,
    make_hostile_calls,
    skip_confessed_waiting,
)

LAW = LAW_BY_ID["returns-an-answer"]
OF_THE_ANSWER = LAW_BY_ID["one-owner-each"]


def test_random_calls_get_the_right_verdicts() -> None:
    """Late failures are recorded, and no process or descriptor is left."""
    calls = make_hostile_calls(draw_orders(150, seed=3))

    assert [] == calls.wrong
    assert 150 == calls.counts.total()


@pytest.mark.parametrize("followed_by", ["answer", "crash"])
def test_every_kind_of_misbehaviour_is_detected(followed_by: str) -> None:
    """Between correct answers and between crashes."""
    asked = [how for name in (*HONEST, *FAILING, *AFTERWARDS) for how in (name, followed_by)]

    assert [] == make_hostile_calls([*asked, "answer"]).wrong


def test_closed_pipe_held_by_children_is_a_hang() -> None:
    asked = [how for name in sorted(UNSEEN_WHERE_HELD) for how in ("answer", "children", name, "answer")]

    assert [] == make_hostile_calls(asked).wrong


def test_misbehaviour_breaks_one_law_and_leaves_the_others_undecided() -> None:
    """Both laws judge the next question."""
    command = HostCommand(words=(sys.executable, "-S", "-E", str(HOST)), assignor=None, limits=LIMITS)
    expected = [("broken", False), ("undecided", True), ("kept", False), ("kept", False)]
    wrong = {}
    with skip_confessed_waiting(), closing(HostTarget("hostile", command)) as target:
        for how, (kind, _) in FAILING.items():
            asked = (hostile_group(how, 1), hostile_group("answer", 2))
            cells = [cell for group in asked for cell in check_group(target, group, laws=[LAW, OF_THE_ANSWER]).cells]
            told = [(cell.verdict, kind in (cell.reason or "")) for cell in cells]
            if told != expected:
                wrong[how] = told

    assert {} == wrong


@pytest.mark.parametrize(("how", "verdict"), [("answer", "kept"), ("escape", "broken"), ("answer-then-exit", "broken")])
def test_misbehaviour_breaks_its_law(how: str, verdict: str) -> None:
    """Instead of the answer or after it."""
    with skip_confessed_waiting(), closing(open_target(f"exec:python3 -S -E {HOST}")) as target:
        record = check_group(target, hostile_group(how, 1), laws=[LAW])

    assert [verdict] == [cell.verdict for cell in record.cells]


@pytest.mark.parametrize("together", [2, 5])
def test_calls_made_together_get_the_right_verdicts(together: int) -> None:
    orders = [how for how in draw_orders(120, seed=together) if how not in HOLDING]

    calls = make_hostile_calls(orders, together)

    assert [] == calls.wrong
    assert len(orders) == calls.counts.total()
