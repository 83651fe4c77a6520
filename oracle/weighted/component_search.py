"""The search in one component: the plans found so far, and lower bounds for all plans."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kafka_assay.oracle.weighted.bounds import maximum_bound, moved_bound, squares_bound
from kafka_assay.oracle.weighted.component import Component, ComponentFigures, ItemPlan
from kafka_assay.oracle.weighted.integer_program import (
    ProgramLimits,
    ProgramResult,
    fits_solver,
    lower_maximum,
    lower_moved,
    lower_squares,
)
from kafka_assay.oracle.weighted.local_search import GENTLE, improve_plan
from kafka_assay.oracle.weighted.plans import PlanTable, deal_heaviest_first, is_small, reduce_moves


class ComponentSearch:
    """The plans of one component by their figures, and its bounds so far: for maximum, squares and weight moved."""

    def __init__(self, component: Component, known: Iterable[ItemPlan]) -> None:
        self.component = component
        self.plans: dict[ComponentFigures, ItemPlan] = {}
        for plan in known:
            self.offer(plan)
        self.most, self.squares, self.moved = maximum_bound(component), 0, 0
        self.grain = 1
        self.every: PlanTable | None = None

    def offer(self, plan: ItemPlan) -> None:
        """Add `plan` to the plans."""
        self.plans.setdefault(self.component.figures(plan), plan)

    def settle(self, plan: ItemPlan) -> None:
        """
        Take `plan` as proved.

        It is the unweighted optimum of items of equal weight, and no plan is better on any level.
        """
        figures = self.component.figures(plan)
        self.plans = {figures: plan}
        self.most, self.squares, self.moved = figures

    def best_plan(self, most: int) -> tuple[ComponentFigures, ItemPlan]:
        """The best plan if a maximum below `most` brings no gain."""
        return min(self.plans.items(), key=lambda one: (max(one[0].most, most), one[0].squares, one[0].moved))

    def start(self, steps: int, seconds_left: Callable[[], float]) -> None:
        """Try all plans of a small component; otherwise make first plans, improved by `steps` in all."""
        if is_small(self.component):
            self.every = PlanTable(self.component)
            self.offer(self.every.best_plan(0))
            self.most = self.best_plan(0)[0].most
            return
        hinted = [self.best_plan(0)[1]] if self.plans else []
        # The search takes longer from the owned partitions than from other starts, and it moves least.
        starts = [*(deal_heaviest_first(self.component, keep=keep) for keep in (True, False)), *hinted]
        for start, share in zip(starts, (2, 4, 4), strict=False):
            self._offer_with_fewer_moves(start)
            gentle = improve_plan(self.component, start, steps // share, seconds_left, GENTLE)
            self._offer_with_fewer_moves(gentle)
            self._offer_with_fewer_moves(improve_plan(self.component, gentle, steps // share // 4, seconds_left))

    def is_most_even(self, most: int) -> bool:
        """Whether it is proved that no plan of maximum `most` has a lower sum of squares than the best one."""
        return self.best_plan(most)[0].squares == self.squares

    def loosen_moved_bound(self, most: int) -> None:
        """Bound moves by the maximum alone: this component may become less even if another one becomes more even."""
        self.moved = moved_bound(self.component, max(most, self.best_plan(most)[0].most))

    def lower_maximum(self, bound: int, limits: ProgramLimits) -> None:
        """Search for a lower maximum, down to `bound`."""
        figures, plan = self.best_plan(0)
        if figures.most > bound and self.every is None and fits_solver(self.component) and limits.seconds > 0:
            found = lower_maximum(self.component, plan, max(bound, self.most), limits)
            self.most = max(self.most, min(found.bound, figures.most))
            self._offer_found(found)

    def bound_squares(self, most: int) -> bool:
        """Bound the squares for plans of maximum `most` without a solver; True if the search is still open."""
        if self.every is not None:
            self.offer(self.every.best_plan(most))
            self.squares = self.best_plan(most)[0].squares
        else:
            self.squares = max(self.squares, squares_bound(self.component))
        return self.best_plan(most)[0].squares > self.squares and fits_solver(self.component)

    def lower_squares(self, most: int, limits: ProgramLimits) -> None:
        """Search for a lower sum of squares among plans of maximum `most`."""
        if limits.seconds > 0:
            found = lower_squares(self.component, self.best_plan(most)[1], self.squares, limits)
            self.squares = max(self.squares, found.bound)
            self._offer_found(found)

    def bound_moved(self, most: int) -> bool:
        """
        Bound moves for plans that are as good on the earlier levels as the best plan; True if the search is still open.
        """
        figures = self.best_plan(most)[0]
        bound = max(self.moved, moved_bound(self.component, max(most, figures.most)))
        self.moved = figures.moved if self.every is not None else bound
        return figures.moved > self.moved and fits_solver(self.component)

    def lower_moved(self, most: int, limits: ProgramLimits) -> None:
        """Search for less weight moved among plans that are as good on the earlier levels as the best plan."""
        if limits.seconds > 0:
            plan, is_most_even = self.best_plan(most)[1], self.is_most_even(most)
            found = lower_moved(self.component, plan, self.moved, limits, is_most_even=is_most_even)
            self.moved = max(self.moved, found.bound)
            self._offer_found(found)

    def _offer_found(self, found: ProgramResult) -> None:
        self.grain = max(self.grain, found.grain)
        if found.plan is not None:
            self._offer_with_fewer_moves(found.plan)

    def _offer_with_fewer_moves(self, plan: ItemPlan) -> None:
        self.offer(plan)
        self.offer(reduce_moves(self.component, plan))
