"""
One level of a part as an integer program for CP-SAT: it improves on a plan and on a bound as long as it has time.

Items of one hub and weight (and owner, where moves count) are interchangeable, so that the program counts them. Members
of one crew are too, as long as nobody looks at owners: the first is the heaviest. Squares are taken of what a member
weighs above or below the mean, since the total is fixed: near a good plan these are small numbers.

CP-SAT counts in 64 bits. Where a part does not fit, its weights are divided by a `grain` and rounded down: what is a
bound for these is one for the part, and a plan is weighed again in whole units by whoever asked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING, Any, TypeAlias

from oracle.weighted.alone import NOBODY, Alone, alone_in
from oracle.weighted.homeward import dealt

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

    from oracle.weighted.part import Part, Plan

MOST_CHOICES = 20_000
"""Of more pairs of a kind and a member the program is not made: it would take the time that it is given to be read."""

LARGEST = 2**60
WORKERS = 8
"""Searches of different kinds, taking turns in a fixed order: the same on every machine."""

Key: TypeAlias = tuple[int, int, int]
"""Hub, weight and owner (-1 where it does not matter)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """
    A plan if one was found, a bound that holds for every plan within the limits, and how coarse the numbers were.
    """

    plan: Plan | None
    bound: int
    grain: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """
    What a member may weigh at most, how long the search may take, and the seed of its choices.
    """

    most: int | None
    seconds: float
    seed: int


def fits(part: Part) -> bool:
    """
    Whether a program is made for this part.
    """
    kinds = set(zip(part.hub, part.weight, part.owner, strict=True))
    return sum(len(part.reach[hub]) for hub, _, _ in kinds) <= MOST_CHOICES


def lighter(part: Part, plan: Plan, bound: int, limits: Limits) -> Found:
    """
    A plan with a lower maximum than `plan`, or a higher bound than `bound`.
    """
    standing = part.standing(plan)
    grain = 1 << max(0, (standing.most * len(part.members)).bit_length() - LARGEST.bit_length() + 1)
    program = _Program(part, plan, grain, alone_in(part), owners=False)
    most = program.model.new_int_var(bound // grain, standing.most // grain, "most")
    for load in program.loads:
        program.model.add(load <= most)
    found = program.least(most, limits)
    return Found(plan=found.plan, bound=max(bound, found.bound * grain), grain=grain)


def evener(part: Part, plan: Plan, bound: int, limits: Limits) -> Found:
    """
    A plan with a lower sum of squares than `plan` within the limits, or a higher bound than `bound`.
    """
    squares = part.standing(plan).squares
    alone = alone_in(part)
    program = _Program(part, plan, _grain_of_squares(part, squares, alone), alone, owners=False)
    distances = program.distances(squares, limits.most)
    program.model.add(distances >= program.distances_of(bound))
    found = program.least(distances, limits)
    return Found(plan=found.plan, bound=max(bound, program.squares(found.bound)), grain=program.grain)


def stiller(part: Part, plan: Plan, bound: int, limits: Limits, *, is_most_even: bool) -> Found:
    """
    A plan that moves less weight than `plan` within the limits, or a higher bound than `bound`.
    """
    standing = part.standing(plan)
    # A plan that is as even as this one, and this one not the most even, may put items together.
    alone = alone_in(part) if is_most_even else NOBODY
    program = _Program(part, plan, _grain_of_squares(part, standing.squares, alone), alone, owners=True)
    program.distances(standing.squares, limits.most)
    moved = program.model.new_int_var(bound // program.grain, standing.moved // program.grain, "moved")
    away = [
        weight // program.grain * count
        for (_, weight, owner), holders in program.counts.items()
        for member, count in holders.items()
        if owner not in (-1, member)
    ]
    program.model.add(moved >= sum(away))
    found = program.least(moved, limits)
    return Found(plan=found.plan, bound=max(bound, found.bound * program.grain), grain=program.grain)


def _grain_of_squares(part: Part, squares: int, alone: Alone) -> int:
    """
    The least power of two that keeps a program's numbers small.

    No load of a plan that is at least as even lies further from the mean than the whole deviation of this one.
    """
    members = len(part.members)
    total = sum(part.weight[alone.items :]) + alone.items * alone.level
    furthest = isqrt(max(0, squares - alone.squares - total * total // members)) + 2
    grain = 1
    while members * (furthest // grain + len(part.weight) + 2) ** 2 >= LARGEST or total // grain >= LARGEST:
        grain *= 2
    return grain


class _Program:
    """
    Counts of each kind on each member, and loads; items that are alone weigh no more than the level of the others.
    """

    def __init__(self, part: Part, plan: Plan, grain: int, alone: Alone, *, owners: bool) -> None:
        from ortools.sat.python.cp_model import CpModel

        self.part, self.grain, self.owners = part, grain, owners
        self.model: CpModel = CpModel()
        self.alone = alone
        self.level = self.alone.level // grain
        self.weight = [weight // grain for weight in part.weight]
        self.weight[: self.alone.items] = [self.level] * self.alone.items
        items: dict[Key, list[int]] = {}
        for item, key in enumerate(zip(part.hub, part.weight, part.owner, strict=True)):
            items.setdefault(key if owners else (*key[:2], -1), []).append(item)
        hint = self._in_order(plan)
        terms: list[list[Any]] = [[] for _ in part.members]
        self.counts: dict[Key, dict[int, Any]] = {}
        for key, some in items.items():
            holders = {member: self.model.new_int_var(0, len(some), "") for member in part.reach[key[0]]}
            self.model.add(sum(holders.values()) == len(some))
            hinted = Counter(hint[item] for item in some)
            for member, count in holders.items():
                terms[member].append(self.weight[some[0]] * count)
                self.model.add_hint(count, hinted[member])
            self.counts[key] = holders
        self.loads = [sum(some) for some in terms]
        self._keep_alone(items)
        for members in self._alike():
            for heavy, light in pairwise(members):
                self.model.add(self.loads[heavy] >= self.loads[light])

    def _keep_alone(self, items: dict[Key, list[int]]) -> None:
        lonely = [key for key, some in items.items() if some[0] < self.alone.items]
        # Equal items are alone together or not at all, but for those at the very level of the others: any may be.
        for member in range(len(self.part.members) if lonely else 0):
            here = sum(self.counts[key][member] for key in lonely)
            others = [(len(some), self.counts[key][member]) for key, some in items.items() if key not in lonely]
            self.model.add(here <= 1)
            is_lonely = self.model.new_bool_var("")
            self.model.add(here == is_lonely)
            for most, count in others:
                self.model.add(count <= most * (1 - is_lonely))

    def distances(self, squares: int, most: int | None) -> Any:
        """
        A variable for the sum of squared distances from the mean, at most that of a plan with these `squares`.
        """
        grain, members, total = self.grain, len(self.part.members), sum(self.weight)
        mean = total // members
        self.offset = 2 * mean * total - members * mean * mean
        # What rounding down takes from loads only makes room.
        allowed = max(0, (squares - self._squares_of_lonely()) // (grain * grain) - self.offset)
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

    def squares(self, distances: int) -> int:
        """
        What a bound on squared distances says of the squares of loads.
        """
        return (distances + self.offset) * self.grain * self.grain + self._squares_of_lonely()

    def distances_of(self, squares: int) -> int:
        """
        The distances that squares of at least so much leave; rounded down, they leave none that are known.
        """
        return max(0, squares - self._squares_of_lonely() - self.offset) if self.grain == 1 else 0

    def _squares_of_lonely(self) -> int:
        lonely = sum(weight * weight for weight in self.part.weight[: self.alone.items])
        return lonely - self.alone.items * (self.level * self.grain) ** 2

    def least(self, objective: Any, limits: Limits) -> Found:
        """
        What comes of the time that is given.
        """
        from ortools.sat.python.cp_model import CpSolver

        solver: CpSolver = CpSolver()
        self.model.minimize(objective)
        solver.parameters.random_seed = limits.seed
        solver.parameters.catch_sigint_signal = False  # who interrupts it wants the whole to end
        solver.parameters.num_workers = WORKERS
        solver.parameters.interleave_search = True
        solver.parameters.max_time_in_seconds = limits.seconds
        solver.parameters.max_deterministic_time = limits.seconds
        status = solver.status_name(solver.solve(self.model))
        if status not in ("OPTIMAL", "FEASIBLE", "UNKNOWN"):
            raise RuntimeError(f"a plan that exists does not fit its program: {status}")
        # Whole numbers: the solver's own figure for people is a float.
        proved = int(solver.response_proto.inner_objective_lower_bound)
        plan = None
        if status != "UNKNOWN":
            counts: dict[tuple[int, int], dict[int, int]] = {}
            for (hub, weight, _), holders in self.counts.items():
                held = counts.setdefault((hub, weight), {})
                for member, count in holders.items():
                    held[member] = held.get(member, 0) + solver.value(count)
            plan = dealt(self.part, counts)
        return Found(plan=plan, bound=proved, grain=self.grain)

    def _alike(self) -> list[list[int]]:
        """
        Members that nothing tells apart, together.
        """
        owning = set(self.part.owner) if self.owners else set()
        alike: dict[int, list[int]] = {}
        for member, crew in enumerate(self.part.crew):
            if member not in owning:
                alike.setdefault(crew, []).append(member)
        return [members for members in alike.values() if len(members) > 1]

    def _in_order(self, plan: Plan) -> Plan:
        """
        The plan with members that are alike in the order of their weight, as the program wants them.
        """
        loads = [0] * len(self.part.members)
        for holder, weight in zip(plan, self.weight, strict=True):
            loads[holder] += weight
        goes_to = list(range(len(loads)))
        for members in self._alike():
            falling = sorted(members, key=lambda member: (-loads[member], member))
            for place, member in zip(members, falling, strict=True):
                goes_to[member] = place
        return [goes_to[holder] for holder in plan]
