from __future__ import annotations

from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.assignors.model import Group
from kafka_assay.benchmarks.comparison.hang_check import HangRetrial
from kafka_assay.benchmarks.comparison.planning import plan_comparison
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.strategies.drawn import drawn_example

ENDLESS = "python:tests.benchmarks.comparison.faulty:EndlessForThree"
LAW = "returns-an-answer"


def retrial_of(candidate: str, seconds: float = 60.0) -> HangRetrial:
    """A retrial of two targets whose calls get half a second."""
    base, other = open_target("roundrobin"), open_target(candidate)
    try:
        plan = plan_comparison(base, other, ["clean"], seed=0, like=None, call_timeout=0.1)
    finally:
        other.close()
    return HangRetrial(plan=plan, budget=Budget(seconds=seconds))


def numbers_of(members: int) -> list[int]:
    """The first numbers of clean groups with so many members."""
    drawn = ((number, drawn_example("clean", 0, number)) for number in range(200))
    return [number for number, group in drawn if isinstance(group, Group) and len(group.members) == members][:2]


def test_endless_loop_hangs_again() -> None:
    retrial = retrial_of(ENDLESS)
    try:
        assert not retrial.hangs_again(LAW, "clean", numbers_of(3), of_base=True)
        assert not retrial.hangs_again(LAW, "clean", numbers_of(1), of_base=False)
        assert retrial.hangs_again(LAW, "clean", numbers_of(3), of_base=False)
        assert retrial.hangs_again(LAW, "stale-claims", [], of_base=False)
    finally:
        retrial.close()


def test_nothing_is_confirmed_once_the_time_is_spent() -> None:
    assert not retrial_of(ENDLESS, seconds=0.0).hangs_again(LAW, "clean", numbers_of(3), of_base=False)
