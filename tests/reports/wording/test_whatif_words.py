from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome
from kafka_assay.reports.wording.whatif_words import (
    change_clause,
    change_sentences,
    rank_by_loads,
    rank_by_stops,
    rank_by_weight,
)
from tests.pipeline.whatif.groups import THREE_OF_NINE, with_instances


@pytest.mark.parametrize(
    ("group", "change", "clause", "said"),
    [
        (THREE_OF_NINE, Change(), "a rebalance without changes", []),
        (
            THREE_OF_NINE,
            Change(restart=50),
            "2 members restart",
            ["a and b restart: the group rebalances without them, and again when they return with new ids"],
        ),
        (
            with_instances(THREE_OF_NINE, "a"),
            Change(restart=10),
            "1 member restarts",
            ["a is static and returns within the session timeout: the group does not rebalance, and nobody reads"],
        ),
        (
            with_instances(THREE_OF_NINE, "a"),
            Change(restart=50),
            "2 members restart",
            [
                "b restarts: the group rebalances without it, and again when it returns with a new id and without",
                "a is static and returns into the same rebalance. Without a KIP-848 coordinator it claims nothing",
            ],
        ),
        (
            THREE_OF_NINE,
            Change(rolling=2),
            "3 members restart, 2 at a time",
            ["2 batches, one after another: for each, the group rebalances without it, and again when it returns"],
        ),
        (
            with_instances(THREE_OF_NINE, "a", "b", "c"),
            Change(join=1),
            "one member joins",
            ["new-1 subscribes to t, the most common subscription, and is static."],
        ),
        (
            with_instances(THREE_OF_NINE, "a", "b"),
            Change(rolling=1, join=1),
            "3 members restart, 1 at a time, one member joins",
            [
                "new-1 subscribes to t, the most common subscription.",
                "1 batch, one after another: for each, the group rebalances without it",
                "2 batches are each static and back within the session timeout: no rebalance, and nobody reads",
            ],
        ),
    ],
)
def test_change_is_told_by_who_restarts_and_how(group: Group, change: Change, clause: str, said: list[str]) -> None:
    """Dynamic members restart in two rebalances. Static members return in time, or into the rebalance of others."""
    planned = plan_change(group, change)

    assert clause == change_clause(planned)
    assert said == [one[: len(start)] for one, start in zip(change_sentences(planned), said, strict=True)]


def outcome(
    target: str, *loads: int, stops: int = 9, switch: int | None = 4, spread: float = 0, moved: int = 0
) -> WhatIfOutcome:
    return WhatIfOutcome(
        target=target,
        version="1",
        protocol=Protocol.EAGER,
        present=switch is None,
        switch=switch,
        moved=moved,
        ownerless=0,
        interrupted=stops,
        stops=stops,
        partitions=sum(loads),
        unassigned=0,
        rounds=(),
        topic_spread=spread,
        idle=loads.count(0),
        loads={f"m{number}": load for number, load in enumerate(loads)},
    )


UNSURE = ((0, 2), (2, 4))
UNKNOWN = [replace(outcome(target, 2, 2, switch=None), comparable=False) for target in ("range", "sticky")]


@pytest.mark.parametrize(
    ("outcomes", "best", "said"),
    [
        (
            [outcome("range", 4, 4, 0, 0, switch=None), outcome("sticky", 2, 2, 2, 2)],
            [2, 2, 2, 2],
            (
                "The most even loads are 2x4, with sticky. On the way there, 4 partitions move once. "
                "range: 4/4/0/0, 2 members idle that could work."
            ),
        ),
        # Who has no partition because there are too few of them is no fault of the assignor.
        (
            [outcome("range", 1, 1, 0), outcome("sticky", 1, 1, 0)],
            [0, 1, 1],
            (
                "All of these assignors give the loads 1/1/0, the best possible: 1 member is idle with any assignor. "
                "On the way there, 4 partitions move once with each of them."
            ),
        ),
        # The loads are alike, so the spread within topics is what differs.
        (
            [
                outcome("sticky", 3, 3, switch=None, spread=3),
                outcome("range", 3, 3, switch=2),
                outcome("optimal", 3, 3),
            ],
            [3, 3],
            (
                "All of these assignors give the loads 3/3, the best possible. The cheapest way there is sticky "
                "(runs today): nothing moves. Spread within topics: 0 with range (2 moves); 3 with sticky (0 moves)."
            ),
        ),
        (
            [outcome("sticky", 3, 3, switch=None), outcome("mine", 3, 3, switch=0), outcome("range", 3, 3)],
            [3, 3],
            (
                "All of these assignors give the loads 3/3, the best possible. "
                "The cheapest way there is sticky (runs today) and mine: nothing moves."
            ),
        ),
        (
            [outcome("range", 3, 0, 0), outcome("mine", 3, 0, 0)],
            [1, 1, 1],
            (
                "All of these assignors give the loads 3/0/0, with 2 members idle that could work; possible are 1/1/1. "
                "On the way there, 4 partitions move once with each of them."
            ),
        ),
        # Equal sums of squares, and other loads.
        (
            [outcome("sticky", 4, 4, 4), outcome("range", 6, 5, 1), outcome("mine", 7, 3, 2)],
            [4, 4, 4],
            (
                "The most even loads are 4/4/4, with sticky. On the way there, 4 partitions move once. "
                "range: 6/5/1; mine: 7/3/2."
            ),
        ),
        # Without a known start no way there has a price.
        (UNKNOWN, [2, 2], "All of these assignors give the loads 2/2, the best possible."),
        ([outcome("optimal", 2, 2)], [2, 2], ""),
    ],
)
def test_loads_are_ranked_with_their_price_and_spread(
    outcomes: list[WhatIfOutcome], best: list[int], said: str
) -> None:
    assert said == " ".join(rank_by_loads(outcomes, best))


@pytest.mark.parametrize(
    ("outcomes", "whole", "said"),
    [
        (
            [outcome("range", 4, 0, stops=0), outcome("sticky", 2, 2, stops=3), outcome("mine", 2, 2, stops=5)],
            True,
            (
                "Of these assignors, sticky stops partitions least often: 3 times. "
                "range would stop no more, but leave 1 member idle that could work."
            ),
        ),
        # Each with its own number.
        (
            [
                outcome("range", 4, 0, 0, stops=0),
                outcome("fair", 3, 1, 0, stops=0),
                outcome("sticky", 2, 1, 1, stops=3),
            ],
            True,
            (
                "Of these assignors, sticky stops partitions least often: 3 times. "
                "The loads are then 2/1/1 with sticky; possible are 2/2. "
                "range would stop no more, but leave 2 members idle that could work. "
                "fair would stop no more, but leave 1 member idle that could work."
            ),
        ),
        (
            [outcome("range", 4, 0), outcome("mine", 4, 0)],
            True,
            "All of these assignors leave members idle that could work. range: 1 member idle that could work.",
        ),
        (
            [outcome("range", 3, 1, stops=0), outcome("mine", 2, 2)],
            True,
            (
                "Of these assignors, range stops partitions least often: never. "
                "The loads are then 3/1 with range; possible are 2/2."
            ),
        ),
        (
            [outcome("range", 2, 2, moved=3), outcome("mine", 2, 2, moved=1)],
            True,
            "All of these assignors stop partitions equally often: 9 times. The fewest of them move with mine: 1.",
        ),
        # Where partitions have no owner today, the present assignor has fewer to stop.
        (
            [outcome("range", 2, 2, stops=1, switch=None), outcome("mine", 2, 2), outcome("sticky", 2, 2, stops=8)],
            False,
            (
                "Of these assignors, sticky stops partitions least often: 8 times. "
                "range starts from today, when partitions have no owner: its stops are not compared."
            ),
        ),
        ([outcome("range", 4, 0)], True, "range leaves 1 member idle that could work."),
        # New ids can sort at several places.
        (
            [replace(outcome("range", 2, 2), loads_range=UNSURE)],
            True,
            "range leaves up to 1 member idle that could work.",
        ),
        (
            [replace(outcome("range", 2, 2), loads_range=((1, 2), (2, 3))), outcome("mine", 2, 2, stops=10)],
            True,
            (
                "Of these assignors, range stops partitions least often: 9 times. "
                "The loads are then 2–3/1–2 with range; possible are 2/2."
            ),
        ),
        ([outcome("range", 2, 2)], True, ""),
    ],
)
def test_stops_are_ranked_among_answers_that_let_everybody_work(
    outcomes: list[WhatIfOutcome], whole: bool, said: str
) -> None:
    assert said == " ".join(rank_by_stops(outcomes, [2, 2], whole=whole))


def test_weights_are_ranked_by_the_most_that_a_member_can_have() -> None:
    unsure = replace(outcome("range", 2, 2), heaviest=5.0, heaviest_range=(5.0, 9.0))
    idle = replace(outcome("mine", 2, 2), heaviest=1.0, loads_range=UNSURE)

    said = rank_by_weight([unsure, replace(outcome("sticky", 2, 2), heaviest=7.0), idle], [2, 2], "lag")

    assert [
        "By lag, the heaviest member has 7 unread records with sticky; 5–9 unread records with range.",
        "mine would leave up to 1 member idle that could work.",
    ] == said
