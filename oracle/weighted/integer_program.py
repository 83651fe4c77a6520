"""
One level of a component as an integer program for CP-SAT, which improves a plan and a bound until its time ends.

The program counts items of one topic class and weight (and owner, if moves count), because they are interchangeable.
Members of one member class are interchangeable too, as long as owners do not matter. The first of them is the heaviest.
Squares are taken of a member's distance from the mean, because the total is fixed. Near a good plan these are small.

CP-SAT counts in 64 bits. If a component does not fit, its weights are divided by a `grain` and rounded down. A bound
for the rounded weights is a bound for the component. The caller weighs the plan again in exact units.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING, Any, TypeAlias

from kafka_assay.oracle.weighted.component import Component, ItemPlan
from kafka_assay.oracle.weighted.plans import deal_items

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver


MOST_CHOICES = 20_000
"""With more pairs of an item type and a member no program is built, because building it would use up the time."""

LARGEST = 2**60
WORKERS = 8
"""The number of different searches, interleaved in a fixed order, so that every machine gets the same result."""

ItemKey: TypeAlias = tuple[int, int, int]
"""Topic class, weight and owner (-1 if it does not matter)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramResult:
    """A plan if one was found, a bound for every plan within the limits, and the grain of the numbers."""

    plan: ItemPlan | None
    bound: int
    grain: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramLimits:
    """The most that a member may weigh, the seconds of the search, and the seed of its choices."""

    most: int | None
    seconds: float
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LoneItems:
    """
    The `count` heaviest items are alone.

    `level` is the mean weight of the other members, rounded down. `squares` is the decrease of the sum of squares if an
    item of that weight replaced each lone item.
    """

    count: int
    level: int
    squares: int


NO_LONE_ITEMS = LoneItems(count=0, level=0, squares=0)
"""For bounds that must hold for plans that are not the most even."""


def fits_solver(component: Component) -> bool:
    """Whether the component is small enough for a program."""
    item_types = set(zip(component.topic_class, component.weight, component.owner, strict=True))
    return sum(len(component.reach[topic_class]) for topic_class, _, _ in item_types) <= MOST_CHOICES


def lower_maximum(component: Component, plan: ItemPlan, bound: int, limits: ProgramLimits) -> ProgramResult:
    """A plan with a lower maximum than `plan`, or a higher bound than `bound`."""
    figures = component.figures(plan)
    grain = 1 << max(0, (figures.most * len(component.members)).bit_length() - LARGEST.bit_length() + 1)
    program = _ItemProgram(component, plan, grain, find_lone_items(component), owners=False)
    most = program.model.new_int_var(bound // grain, figures.most // grain, "most")
    for load in program.loads:
        program.model.add(load <= most)
    found = program.minimize(most, limits)
    return ProgramResult(plan=found.plan, bound=max(bound, found.bound * grain), grain=grain)


def lower_squares(component: Component, plan: ItemPlan, bound: int, limits: ProgramLimits) -> ProgramResult:
    """A plan with a lower sum of squares than `plan` within the limits, or a higher bound than `bound`."""
    squares = component.figures(plan).squares
    lone = find_lone_items(component)
    program = _ItemProgram(component, plan, _grain_for_squares(component, squares, lone), lone, owners=False)
    distances = program.add_squared_distances(squares, limits.most)
    program.model.add(distances >= program.distances_from(bound))
    found = program.minimize(distances, limits)
    return ProgramResult(plan=found.plan, bound=max(bound, program.squares_from(found.bound)), grain=program.grain)


def lower_moved(
    component: Component, plan: ItemPlan, bound: int, limits: ProgramLimits, *, is_most_even: bool
) -> ProgramResult:
    """A plan that moves less weight than `plan` within the limits, or a higher bound than `bound`."""
    figures = component.figures(plan)
    # If this plan is not the most even, another plan that is as even may combine these items with others.
    lone = find_lone_items(component) if is_most_even else NO_LONE_ITEMS
    program = _ItemProgram(component, plan, _grain_for_squares(component, figures.squares, lone), lone, owners=True)
    program.add_squared_distances(figures.squares, limits.most)
    moved = program.model.new_int_var(bound // program.grain, figures.moved // program.grain, "moved")
    away = [
        weight // program.grain * count
        for (_, weight, owner), holders in program.counts.items()
        for member, count in holders.items()
        if owner not in (-1, member)
    ]
    program.model.add(moved >= sum(away))
    found = program.minimize(moved, limits)
    return ProgramResult(plan=found.plan, bound=max(bound, found.bound * program.grain), grain=program.grain)


def _grain_for_squares(component: Component, squares: int, lone: LoneItems) -> int:
    """
    The least power of two that keeps a program's numbers small.

    In a plan that is at least as even, no load is farther from the mean than the total deviation of this plan.
    """
    members = len(component.members)
    total = sum(component.weight[lone.count :]) + lone.count * lone.level
    furthest = isqrt(max(0, squares - lone.squares - total * total // members)) + 2
    grain = 1
    while members * (furthest // grain + len(component.weight) + 2) ** 2 >= LARGEST or total // grain >= LARGEST:
        grain *= 2
    return grain


class _ItemProgram:
    """
    The counts of each item type on each member, and the loads. Lone items weigh no more than the level of the others.
    """

    def __init__(self, component: Component, plan: ItemPlan, grain: int, lone: LoneItems, *, owners: bool) -> None:
        from ortools.sat.python.cp_model import CpModel

        self.component, self.grain, self.owners = component, grain, owners
        self.model: CpModel = CpModel()
        self.lone = lone
        self.level = self.lone.level // grain
        self.weight = [weight // grain for weight in component.weight]
        self.weight[: self.lone.count] = [self.level] * self.lone.count
        items: dict[ItemKey, list[int]] = {}
        for item, key in enumerate(zip(component.topic_class, component.weight, component.owner, strict=True)):
            items.setdefault(key if owners else (*key[:2], -1), []).append(item)
        hint = self._sort_interchangeable(plan)
        terms: list[list[Any]] = [[] for _ in component.members]
        self.counts: dict[ItemKey, dict[int, Any]] = {}
        for key, some in items.items():
            holders = {member: self.model.new_int_var(0, len(some), "") for member in component.reach[key[0]]}
            self.model.add(sum(holders.values()) == len(some))
            hinted = Counter(hint[item] for item in some)
            for member, count in holders.items():
                terms[member].append(self.weight[some[0]] * count)
                self.model.add_hint(count, hinted[member])
            self.counts[key] = holders
        self.loads = [sum(some) for some in terms]
        self._keep_lone_items_alone(items)
        for members in self._interchangeable_members():
            for heavy, light in pairwise(members):
                self.model.add(self.loads[heavy] >= self.loads[light])

    def _keep_lone_items_alone(self, items: dict[ItemKey, list[int]]) -> None:
        lonely = [key for key, some in items.items() if some[0] < self.lone.count]
        # Equal items are all alone or none is, except items exactly at the level of the others: any of these may be
        # alone.
        for member in range(len(self.component.members) if lonely else 0):
            here = sum(self.counts[key][member] for key in lonely)
            others = [(len(some), self.counts[key][member]) for key, some in items.items() if key not in lonely]
            self.model.add(here <= 1)
            is_lonely = self.model.new_bool_var("")
            self.model.add(here == is_lonely)
            for most, count in others:
                self.model.add(count <= most * (1 - is_lonely))

    def add_squared_distances(self, squares: int, most: int | None) -> Any:
        """A variable for the sum of squared distances from the mean, at most that of a plan with these `squares`."""
        grain, members, total = self.grain, len(self.component.members), sum(self.weight)
        mean = total // members
        self.offset = 2 * mean * total - members * mean * mean
        # Rounding loads down only makes room.
        allowed = max(0, (squares - self._lone_item_squares()) // (grain * grain) - self.offset)
        furthest = isqrt(allowed)
        highest = furthest if most is None else max(0, min(furthest, most // grain - mean))
        together = self.model.new_int_var(0, allowed, "")
        each = []
        for load in self.loads:
            distance = self.model.new_int_var(-min(furthest, mean), highest, "")
            self.model.add(distance == load - mean)
            square = self.model.new_int_var(0, allowed, "")
            self.model.add_multiplication_equality(square, [distance, distance])
            each.append(square)
        self.model.add(together == sum(each))
        return together

    def squares_from(self, distances: int) -> int:
        """The bound on the squares of loads that follows from a bound on squared distances."""
        return (distances + self.offset) * self.grain * self.grain + self._lone_item_squares()

    def distances_from(self, squares: int) -> int:
        """The squared distances for a sum of squares of at least `squares`; 0 where weights were rounded down."""
        return max(0, squares - self._lone_item_squares() - self.offset) if self.grain == 1 else 0

    def _lone_item_squares(self) -> int:
        lonely = sum(weight * weight for weight in self.component.weight[: self.lone.count])
        return lonely - self.lone.count * (self.level * self.grain) ** 2

    def minimize(self, objective: Any, limits: ProgramLimits) -> ProgramResult:
        """The result of the search within its limits."""
        from ortools.sat.python.cp_model import CpSolver

        solver: CpSolver = CpSolver()
        self.model.minimize(objective)
        solver.parameters.random_seed = limits.seed
        solver.parameters.catch_sigint_signal = False  # a keyboard interrupt must end the whole program
        solver.parameters.num_workers = WORKERS
        solver.parameters.interleave_search = True
        solver.parameters.max_time_in_seconds = limits.seconds
        solver.parameters.max_deterministic_time = limits.seconds
        status = solver.status_name(solver.solve(self.model))
        if status not in ("OPTIMAL", "FEASIBLE", "UNKNOWN"):
            raise RuntimeError(f"a plan that exists does not fit its program: {status}")
        # Whole numbers: the solver's own figure is a float for display.
        proved = int(solver.response_proto.inner_objective_lower_bound)
        plan = None
        if status != "UNKNOWN":
            counts: dict[tuple[int, int], dict[int, int]] = {}
            for (topic_class, weight, _), holders in self.counts.items():
                held = counts.setdefault((topic_class, weight), {})
                for member, count in holders.items():
                    held[member] = held.get(member, 0) + solver.value(count)
            plan = deal_items(self.component, counts)
        return ProgramResult(plan=plan, bound=proved, grain=self.grain)

    def _interchangeable_members(self) -> list[list[int]]:
        """Groups of interchangeable members."""
        owning = set(self.component.owner) if self.owners else set()
        alike: dict[int, list[int]] = {}
        for member, member_class in enumerate(self.component.member_class):
            if member not in owning:
                alike.setdefault(member_class, []).append(member)
        return [members for members in alike.values() if len(members) > 1]

    def _sort_interchangeable(self, plan: ItemPlan) -> ItemPlan:
        """The plan with interchangeable members sorted by weight, as the program requires."""
        loads = [0] * len(self.component.members)
        for holder, weight in zip(plan, self.weight, strict=True):
            loads[holder] += weight
        goes_to = list(range(len(loads)))
        for members in self._interchangeable_members():
            falling = sorted(members, key=lambda member: (-loads[member], member))
            for place, member in zip(members, falling, strict=True):
                goes_to[member] = place
        return [goes_to[holder] for holder in plan]


def find_lone_items(component: Component) -> LoneItems:
    """
    The lone items if every member can hold every item; none if members differ.

    Reason: let an item weigh w, at least the mean of all other items over the other members. If another item x were
    with it, some member would weigh l < w. Moving x there lowers the sum of squares by at least 2x(w - l) and raises no
    maximum.
    """
    weight, members, rest = component.weight, len(component.members), sum(component.weight)
    count, squares = 0, 0
    if len(component.reach) == 1:
        while count < min(members - 1, len(weight)) and weight[count] * (members - count) >= rest:
            rest -= weight[count]
            squares += weight[count] ** 2
            count += 1
    level = rest // (members - count)
    return LoneItems(count=count, level=level, squares=squares - count * level * level)
