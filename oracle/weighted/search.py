"""
The search in one part: plans that were offered, and what no plan can be below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.weighted.bounds import least_most, least_moved, least_squares
from oracle.weighted.every_plan import EveryPlan, is_small
from oracle.weighted.greedy import heaviest_first
from oracle.weighted.homeward import homeward
from oracle.weighted.polish import GENTLE, polished
from oracle.weighted.program import Limits, evener, fits, lighter, stiller

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from oracle.weighted.part import Part, Plan, Standing


class Search:
    """
    Plans of one part by their standing, and its bounds so far: of the maximum, squares and weight moved.
    """

    def __init__(self, part: Part, known: Iterable[Plan]) -> None:
        self.part = part
        self.plans: dict[Standing, Plan] = {}
        for plan in known:
            self.offer(plan)
        self.most, self.squares, self.moved = least_most(part), 0, 0
        self.grain = 1
        self.every: EveryPlan | None = None

    def offer(self, plan: Plan | None) -> None:
        """
        Take `plan` into account, if it is one.
        """
        if plan is not None:
            self.plans.setdefault(self.part.standing(plan), plan)

    def settle(self, plan: Plan) -> None:
        """
        Take `plan` for what the plain optimum says of items that weigh the same: nothing is better on any level.
        """
        standing = self.part.standing(plan)
        self.plans = {standing: plan}
        self.most, self.squares, self.moved = standing

    def best(self, most: int) -> tuple[Standing, Plan]:
        """
        The best plan where nothing is gained by a lower maximum than `most`.
        """
        return min(self.plans.items(), key=lambda one: (max(one[0].most, most), one[0].squares, one[0].moved))

    def begin(self, steps: int, seconds_left: Callable[[], float]) -> None:
        """
        Everything there is in a small part; else first plans, made more even by `steps` in all.
        """
        if is_small(self.part):
            self.every = EveryPlan(self.part)
            self.offer(self.every.best(0))
            self.most = self.best(0)[0].most
            return
        hinted = [self.best(0)[1]] if self.plans else []
        # From what members own it is a longer way than from elsewhere, and it moves least.
        starts = [heaviest_first(self.part, keep=True), heaviest_first(self.part, keep=False), *hinted]
        for start, share in zip(starts, (2, 4, 4), strict=False):
            self._take(start)
            gentle = polished(self.part, start, steps // share, seconds_left, GENTLE)
            self._take(gentle)
            self._take(polished(self.part, gentle, steps // share // 4, seconds_left))

    def is_most_even(self, most: int) -> bool:
        """
        Whether it is proved that no plan of maximum `most` has a lower sum of squares than the best one.
        """
        return self.best(most)[0].squares == self.squares

    def forget_moves(self, most: int) -> None:
        """
        Bound moves by the maximum alone: where another part can be more even than it is, this one may be less.
        """
        self.moved = least_moved(self.part, max(most, self.best(most)[0].most))

    def lower_the_most(self, bound: int, limits: Limits) -> None:
        """
        Look for a lower maximum, down to `bound`.
        """
        standing, plan = self.best(0)
        if standing.most > bound and self.every is None and fits(self.part) and limits.seconds > 0:
            found = lighter(self.part, plan, max(bound, self.most), limits)
            self.most, self.grain = max(self.most, min(found.bound, standing.most)), max(self.grain, found.grain)
            self._take(found.plan)

    def bound_squares(self, most: int) -> bool:
        """
        Whether the squares are still open for plans of maximum `most`, now that they are bounded without a solver.
        """
        if self.every is not None:
            self.offer(self.every.best(most))
            self.squares = self.best(most)[0].squares
        else:
            self.squares = max(self.squares, least_squares(self.part))
        return self.best(most)[0].squares > self.squares and fits(self.part)

    def even_out(self, most: int, limits: Limits) -> None:
        """
        Look for a lower sum of squares among plans of maximum `most`.
        """
        if limits.seconds <= 0:
            return
        found = evener(self.part, self.best(most)[1], self.squares, limits)
        self.squares, self.grain = max(self.squares, found.bound), max(self.grain, found.grain)
        self._take(found.plan)

    def bound_moved(self, most: int) -> bool:
        """
        Whether moves are still open for plans as good as the best one before them.
        """
        standing = self.best(most)[0]
        self.moved = (
            standing.moved
            if self.every is not None
            else max(self.moved, least_moved(self.part, max(most, standing.most)))
        )
        return standing.moved > self.moved and fits(self.part)

    def keep_more(self, most: int, limits: Limits) -> None:
        """
        Look for less weight moved among plans as good as the best one before them.
        """
        if limits.seconds <= 0:
            return
        found = stiller(self.part, self.best(most)[1], self.moved, limits, is_most_even=self.is_most_even(most))
        self.moved, self.grain = max(self.moved, found.bound), max(self.grain, found.grain)
        self._take(found.plan)

    def _take(self, plan: Plan | None) -> None:
        self.offer(plan)
        self.offer(None if plan is None else homeward(self.part, plan))
