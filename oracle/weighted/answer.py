"""
The weighted optimum of a group, or how far from it a plan can be at most.

Sharing out weights evenly is NP-hard (P||Cmax: Garey and Johnson 1978), so there is a limit of time. What is said holds
whenever it ends: figures are those of the plan, in whole numbers, and bounds are proved.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from assignors.order import kafka_order
from oracle.weighted.amounts import amounts_of
from oracle.weighted.only import shared_plainly
from oracle.weighted.optimum import Figures, WeightedOptimum
from oracle.weighted.part import holders_of, parts_of
from oracle.weighted.program import Limits
from oracle.weighted.search import Search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from assignors.model import Assignment, Group
    from oracle.weighted.amounts import Amounts

STEPS_A_SECOND = 100_000
"""Items that a first plan may look at for each second of the limit: about a third of it on the machine that we had."""

SHARES = (0.4, 0.6, 1.0)
"""What each level may take of the time that is left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """
    What partitions weigh, how long it may take, and the seed of the solver's choices.

    `told` hears what is being done. `clock` counts seconds; it ends a search early, and decides nothing else.
    """

    by: str
    seconds: float = 10.0
    seed: int = 0
    told: Callable[[str], None] = lambda _: None
    clock: Callable[[], float] = monotonic


def weigh(group: Group, wish: Wish, hints: Iterable[Assignment] = ()) -> WeightedOptimum:
    """
    The best plan found for `group`, never worse than any of the valid ones among `hints`.

    Partitions that weigh nothing are shared out as the plain optimum would share them if there were no others; where
    all weigh the same, the whole answer is the plain optimum. Raises `AssayError` as `amounts_of` does.
    """
    amounts = amounts_of(group, wish.by)
    if len(set(amounts.units.values())) <= 1:
        return _plain(group, wish.by, amounts)
    heavy = {partition: unit for partition, unit in amounts.units.items() if unit}
    plans = [holders_of(hint) for hint in hints]
    searches = [Search(part, filter(None, map(part.plan_of, plans))) for part in parts_of(group, heavy)]
    most = _searched(group, searches, wish)
    assignment = shared_plainly(group, amounts.units.keys() - heavy.keys())
    found, bound = [0, 0, 0], [0, 0, 0]
    for search in searches:
        standing, plan = search.best(most // search.part.unit)
        unit = search.part.unit
        for figures, one in ((found, standing), (bound, (search.most, search.squares, search.moved))):
            figures[0] = max(figures[0], one[0] * unit)
            figures[1] += one[1] * unit * unit
            figures[2] += one[2] * unit
        for partition, holder in zip(search.part.partition, plan, strict=True):
            assignment[search.part.members[holder]].setdefault(partition.topic, []).append(partition.partition)
    grain = max((search.grain * search.part.unit for search in searches if search.grain > 1), default=None)
    return WeightedOptimum(
        by=wish.by,
        status="proved" if found == bound else "bounded",
        figures=_figures(found, amounts),
        bound=_figures(bound, amounts),
        grain=None if grain is None else grain * amounts.unit,
        assignment=_in_order(group, assignment),
        certificate=None,
    )


def _searched(group: Group, searches: Sequence[Search], wish: Wish) -> int:
    """
    The lowest maximum found over all parts; the searches hold the rest.
    """
    ends = wish.clock() + wish.seconds
    items = sum(len(search.part.weight) for search in searches)

    def left() -> float:
        return ends - wish.clock()

    def limits(share: float, parts: int, most: int | None) -> Limits:
        return Limits(most=most, seconds=left() * share / parts, seed=wish.seed)

    wish.told("first plans")
    for search in searches:
        part = search.part
        if len(set(part.weight)) == 1:
            plan = part.plan_of(holders_of(shared_plainly(group, part.partition)))
            assert plan is not None, "the plain optimum shares out every item"
            search.settle(plan)
        else:
            steps = int(STEPS_A_SECOND * wish.seconds * len(part.weight) / items) + 1
            search.begin(steps, lambda: left() - wish.seconds * (1 - SHARES[0]))
    wish.told("a lower maximum")
    least = max(search.most * search.part.unit for search in searches)
    open_ones = [search for search in searches if search.best(0)[0].most * search.part.unit > least]
    for place, search in enumerate(sorted(open_ones, key=lambda one: -one.best(0)[0].most * one.part.unit)):
        search.lower_the_most(least // search.part.unit, limits(SHARES[0], len(open_ones) - place, None))
        least = max(least, search.most * search.part.unit)
    most = max(search.best(0)[0].most * search.part.unit for search in searches)
    wish.told("more even weights")
    open_ones = [search for search in searches if search.bound_squares(most // search.part.unit)]
    for place, search in enumerate(open_ones):
        allowed = most // search.part.unit
        search.even_out(allowed, limits(SHARES[1], len(open_ones) - place, allowed))
    wish.told("less to move")
    open_ones = [search for search in searches if search.bound_moved(most // search.part.unit)]
    for place, search in enumerate(open_ones):
        allowed = most // search.part.unit
        search.keep_more(allowed, limits(SHARES[2], len(open_ones) - place, allowed))
    uneven = [search for search in searches if not search.is_most_even(most // search.part.unit)]
    for search in searches:
        if uneven and uneven != [search]:
            search.forget_moves(most // search.part.unit)
    return most


def _plain(group: Group, by: str, amounts: Amounts) -> WeightedOptimum:
    from oracle.solve import solve

    optimum = solve(group)
    unit = next(iter(amounts.units.values()), 0)
    figures = _figures(
        [
            max(optimum.loads, default=0) * unit,
            optimum.sum_of_squares * unit * unit,
            optimum.moves * unit,
        ],
        amounts,
    )
    return WeightedOptimum(
        by=by,
        status=optimum.status,
        figures=figures,
        bound=figures,
        grain=None,
        assignment=optimum.assignment,
        certificate=optimum.certificate,
    )


def _figures(found: Sequence[int], amounts: Amounts) -> Figures:
    unit = amounts.unit
    return Figures(most=found[0] * unit, squares=found[1] * unit * unit, moved=found[2] * unit)


def _in_order(group: Group, assignment: Assignment) -> Assignment:
    """
    Every member in the group's order, topics and ids sorted.
    """
    return {
        member.id: {
            topic: sorted(ids)
            for topic, ids in sorted(assignment.get(member.id, {}).items(), key=lambda one: kafka_order(one[0]))
        }
        for member in group.members
    }
