from __future__ import annotations

from typing import Any

import pytest

from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.reports.audit.group_advice import advice_blocks, advise
from kafka_assay.reports.render.blocks import Bullets, Code, words_of
from tests.reports.audits import answer, audited_pair, running

TODAY = answer("today", squares=10)


def group(*answers: Any, **others: Any) -> tuple[AuditRow, ...]:
    """Return a group with the loads 3/1, the best 2/2, and these answers."""
    return audited_pair(0, "pay", answers[0] if answers[0].target == "today" else TODAY, *answers, **others)


def line(found: tuple[AuditRow, ...], present: str | None, **prices: int) -> str:
    """Return the advice as text."""
    return words_of(advise(found, running(present), prices)[0])


RANGE = answer("range", squares=10)
LIGHTER = answer("server-uniform", squares=9, loads=[1, 3], moves=2)
STICKY, COOPERATIVE = answer("sticky", moves=2), answer("cooperative-sticky", moves=1)


@pytest.mark.parametrize(
    ("found", "present", "said"),
    [
        (group(TODAY, RANGE, STICKY, COOPERATIVE), "range", "Switch to cooperative-sticky: 1 move once"),
        (group(TODAY, STICKY, COOPERATIVE), "sticky", "Keep sticky. Its next rebalance: 2 moves once"),
        (group(LIGHTER, RANGE), "range", "Switch to server-uniform: 2 moves once, then 1 to 3 partitions a member."),
        (group(RANGE, answer("fair", squares=8)), "range", "No assignor that Kafka ships gives better loads than"),
        (
            group(STICKY, optimal_loads=[1, 3]),
            "range",
            "Switch to sticky: 2 moves once if it learns the owners, then 3/1, the best possible.",
        ),
    ],
)
def test_advice_is_the_assignor_with_the_best_loads_and_the_fewest_moves(
    found: tuple[AuditRow, ...], present: str, said: str
) -> None:
    """The present one stays if it reaches the best loads, even if another one moves less."""
    assert line(found, present).startswith(said)


def test_price_of_a_switch_decides_where_it_is_known() -> None:
    """The answer keeps all but one partition, but after a switch from `range` nobody tells it the owners."""
    found = group(COOPERATIVE, answer("server-uniform", moves=2))

    said = line(found, "range", **{"cooperative-sticky": 3, "server-uniform": 2})

    assert said == "Switch to server-uniform: 2 moves once, then 2/2, even."


@pytest.mark.parametrize(
    ("present", "expected"),
    [("server-range", "server-uniform"), ("range", "cooperative-sticky"), (None, "cooperative-sticky")],
)
def test_protocol_stays_if_both_protocols_give_the_same(present: str | None, expected: str) -> None:
    found = group(*(answer(name, moves=1) for name in ("sticky", "cooperative-sticky", "server-uniform")))

    first, *_, last = advise(found, running(present), {})

    assert Code(expected) == first[1]
    others = sorted({"sticky", "cooperative-sticky", "server-uniform"} - {expected})
    assert last in {f"Equal in balance and moves: {one} and {two}." for one, two in (others, others[::-1])}


UNKNOWN = {"optimal_loads": None, "optimal_sum_of_squares": None, "optimal_moves": None}


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        (
            {"loads": [2, 2], "sum_of_squares": 8, "optimal_moves": 0},
            "Nothing to do: the partitions are shared as evenly as possible.",
        ),
        (
            {"loads": [0, 4], "sum_of_squares": 16, "optimal_sum_of_squares": 16, "optimal_moves": 0},
            ("Nothing to do: the partitions are shared as evenly as possible. 1 member has none, with any assignor."),
        ),
        ({"state": "PreparingRebalance"}, "Capture the group again when its rebalance is over."),
        (
            {"strategy": "connect"},
            "Connect assigns its tasks itself: no assignor of consumers can be set. The best plan, 2/2, takes 1 move.",
        ),
        (UNKNOWN, "No advice, because the best loads are unknown."),
    ],
)
def test_other_groups_get_one_sentence(others: dict[str, Any], expected: str) -> None:
    found = advise(group(answer("sticky"), **others), running("range"), {})

    assert (expected,) == found
    assert expected == advice_blocks(found)[1]


@pytest.mark.parametrize(
    ("present", "target", "setting", "restarts"),
    [
        ("range", "cooperative-sticky", "CooperativeStickyAssignor", "then one by one with cooperative-sticky alone."),
        ("range", "sticky", "StickyAssignor", "with both assignors in the list, the new one first."),
        ("range", "server-uniform", "group.remote.assignor=uniform", "Brokers need 4.0"),
        ("server-range", "cooperative-sticky", "group.protocol=classic", "and back without it."),
        (None, "sticky", "StickyAssignor", "so neither is how it can switch (docs/start/switch.md). What restarts"),
        ("cooperative-sticky", "sticky", "StickyAssignor", "Afterwards, all members stop reading in each rebalance."),
    ],
)
def test_page_says_what_a_switch_costs(present: str | None, target: str, setting: str, restarts: str) -> None:
    """The settings, the restarts, and what the restarts move."""
    found = group(answer(target, moves=1))

    _, bullets = advice_blocks(advise(found, running(present), {}))

    assert isinstance(bullets, Bullets)
    _, settings, costs = bullets.lines
    assert any(setting in piece.text for piece in settings if isinstance(piece, Code))
    assert restarts in words_of(costs)
    assert "What restarts move comes on top (assay whatif --restart)." in words_of(costs)


@pytest.mark.parametrize(
    ("stem", "answers", "first", "how"),
    [
        ("rdkafka-", ("sticky", "cooperative-sticky", "roundrobin"), "roundrobin", "with both assignors in the list"),
        ("rdkafka-", ("cooperative-sticky",), "cooperative-sticky", "Stop all members, then start them with the new"),
        ("rdkafka-", ("sticky",), "sticky", "Replace the members by ones of kafka-clients, one by one."),
        ("kafka-python-3", ("cooperative-sticky", "sticky"), "sticky", "with both assignors in the list"),
    ],
)
def test_switch_is_one_that_the_client_of_the_group_can_make(
    stem: str, answers: tuple[str, ...], first: str, how: str
) -> None:
    """librdkafka refuses a list with eager and cooperative assignors, and has no sticky."""
    found = advise(group(*(answer(name, moves=1) for name in answers)), running("range", stem), {})

    assert Code(first) == found[0][1]
    assert how in words_of(found[-1])
    assert "Setting of a Java consumer" not in words_of(found[1]) or "kafka-clients" in how
