"""
The lower hull of the frontier: its corners and edges, and the plans between two corners.

Corners are found by solving for the best plan at one price of a move after another. Two known corners have a price at
which both cost the same. If no plan is cheaper at that price, the edge between them belongs to the hull. Otherwise the
search finds a corner below that edge and repeats for both halves (Eisner and Severance 1976, "Mathematical techniques
for efficient record segmentation in large shared databases").

A plan between two corners follows hand-overs from the one corner towards the other, as far as the moves allow. Both
corners are best at one price of a move. Their difference is a set of paths. A path leads from a member that ends with
one partition less to a member that ends with one more. Each path pays its price exactly. The plan follows the paths one
by one. From a path with several moves it may follow one piece, or the two ends without the middle.
docs/understand/proofs.md proves that some such piece always reaches the least sum of squares of the right parity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.flow.class_plan import ClassPlan, index_in_run, sum_grants
from kafka_assay.oracle.flow.priced_flow import Places, Prices, cheapest_plan
from kafka_assay.oracle.reduced_problem import ClassGraph

MOST_LOOKED_THROUGH = 1000
"""The most numbers of moves within an edge to try one by one before solving a flow."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HullCorner:
    """
    A plan with its loads and figures. It is best where a move costs `price` in squares.

    None stands for an unlimited price: the plan moves as little as possible.
    """

    plan: ClassPlan
    load: Ints
    moves: int
    squares: int
    price: Fraction | None


def corner_of(graph: ClassGraph, plan: ClassPlan, price: Fraction | None) -> HullCorner:
    """The corner of `plan` at `price`."""
    load = plan.loads(graph)
    moves, squares = int(graph.claim_count.sum() - plan.kept.sum()), int((load * load).sum())
    return HullCorner(plan=plan, load=load, moves=moves, squares=squares, price=price)


class HullEdge:
    """The edge from one known corner to the next. `sure` says that no plan lies below it."""

    __slots__ = ("left", "right", "sure")

    def __init__(self, left: HullCorner, right: HullCorner) -> None:
        """The edge is sure at once where the prices of its ends leave no room for a corner below it."""
        self.left, self.right = left, right
        self.sure = not any(self._has_room(moves) for moves in range(left.moves + 1, right.moves))

    @property
    def price(self) -> Fraction:
        """The price of a move at which both ends are equally good."""
        return Fraction(self.left.squares - self.right.squares, self.right.moves - self.left.moves)

    def least_sum_of_squares(self, moves: int) -> int:
        """
        The least sum of squares on or above the edge that a plan with `moves` moves can have.

        Every sum of squared loads has the parity of the number of partitions.
        """
        return _next_of_parity(self.left.squares, self.left.squares - self.price * (moves - self.left.moves))

    def fewest_moves(self, squares: int) -> int:
        """The fewest moves for which `least_sum_of_squares` is at most `squares`."""
        as_odd = squares - (squares - self.left.squares) % 2
        steps = (self.left.squares - as_odd) / self.price
        return self.left.moves - (-steps.numerator // steps.denominator)

    def uncertainty(self) -> int:
        """The size of the unknown area: between the edge and the sides of the box around it."""
        return (self.right.moves - self.left.moves) * (self.left.squares - self.right.squares)

    def _has_room(self, moves: int) -> bool:
        """Whether a plan with `moves` moves may lie below the edge, according to the prices of the ends."""
        if self.right.moves - self.left.moves > MOST_LOOKED_THROUGH:
            return True
        bound = self.right.squares + (self.right.price or 0) * (self.right.moves - moves)
        if self.left.price is not None:
            bound = max(bound, self.left.squares - self.left.price * (moves - self.left.moves))
        here = self.left.squares - self.price * (moves - self.left.moves)
        return _next_of_parity(self.left.squares, Fraction(bound)) < here


def _next_of_parity(squares: int, least: Fraction) -> int:
    """The least number with the parity of `squares` that is not below `least`."""
    number = -(-least.numerator // least.denominator)
    return number + (number - squares) % 2


def best_corner_at(graph: ClassGraph, price: Fraction, one: HullCorner, other: HullCorner) -> HullCorner:
    """
    A plan with the least sum of squared loads plus `price` for each move, searched around two known plans.

    The search limits loads to a window around these plans. If no load is at the end of its window, no plan outside is
    better, because the sum is convex over the feasible loads. Otherwise the window is widened.
    """
    low, high = np.minimum(one.load, other.load), np.maximum(one.load, other.load)
    margin = np.where(graph.member_class >= 0, 1, 0)
    while True:
        floor, ceiling = np.maximum(0, low - margin), high + margin
        # Each partition above the floor costs its increase of the square. A new partition without an owner also pays
        # the price, which makes all plans dearer by the same amount.
        above = np.repeat(np.arange(graph.members), ceiling - floor)
        load = floor[above] + index_in_run(above)
        places = Places(node=above, price=2 * (load - floor.min(initial=0)) * price.denominator)
        plan = cheapest_plan(graph, Prices(keep=0, move=price.numerator, floor=floor, places=places))
        found = corner_of(graph, plan, price)
        tight = (margin > 0) & (((found.load == floor) & (floor > 0)) | (found.load == ceiling))
        if not tight.any():
            return found
        margin[tight] *= 4


class PathStep(NamedTuple):
    """
    `giver` has one partition of a topic class less, `taker` one more.

    The partition is a grant for the member that is not its owner.
    """

    topic_class: int
    giver: int
    taker: int
    from_grant: bool
    to_grant: bool

    @property
    def moves(self) -> int:
        """The change in the number of moves: -1, 0 or 1."""
        return self.to_grant - self.from_grant


def plan_between(graph: ClassGraph, edge: HullEdge, moves: int) -> ClassPlan:
    """The plan with the least sum of squares among those with at most `moves` moves."""
    load = edge.left.load.copy()
    steps: list[PathStep] = []
    left = moves - edge.left.moves
    for path in sorted(_paths(graph, edge), key=_count_moves, reverse=True):
        if not (needed := _count_moves(path)):
            break
        taken = path if needed <= left else _best_piece(path, left, load.tolist())
        for step in taken:
            load[step.giver] -= 1
            load[step.taker] += 1
        steps += taken
        left -= needed
        if left <= 0:
            break
    return _plan_after(graph, edge.left, steps)


def _plan_after(graph: ClassGraph, corner: HullCorner, steps: list[PathStep]) -> ClassPlan:
    """The plan of a corner after some steps."""
    kept, topic_classes = corner.plan.kept.copy(), len(graph.supply)
    pairs = graph.claim_member * topic_classes + graph.claim_class
    given: list[tuple[int, int, int]] = []
    for step in steps:
        for member, is_grant, by in ((step.giver, step.from_grant, -1), (step.taker, step.to_grant, 1)):
            if is_grant:
                given.append((step.topic_class, member, by))
            else:
                kept[np.searchsorted(pairs, member * topic_classes + step.topic_class)] += by
    rows = np.array(given, dtype=np.int64).reshape(-1, 3)
    more = rows[:, 0], rows[:, 1], rows[:, 2]
    return ClassPlan(kept=kept, grants=sum_grants(graph, corner.plan.grants.rows(), more))


def _count_moves(steps: list[PathStep]) -> int:
    return sum(step.moves for step in steps)


def _best_piece(path: list[PathStep], most: int, load: list[int]) -> list[PathStep]:
    """The piece of a path, or its start and its end, that gains most with at most `most` moves."""
    best: tuple[int, list[PathStep]] = 0, []
    spent = [0]
    for step in path:
        spent.append(spent[-1] + step.moves)
    for start in range(len(path)):
        for stop in range(start + 1, len(path) + 1):
            within = spent[stop] - spent[start]
            gain = _gain(load, path[start], path[stop - 1])
            if within <= most and gain > best[0]:
                best = gain, path[start:stop]
            if 0 < start and stop < len(path) and spent[-1] - within <= most:
                gain = _gain(load, path[0], path[start - 1]) + _gain(load, path[stop], path[-1])
                if gain > best[0]:
                    best = gain, path[:start] + path[stop:]
    return best[1]


def _gain(load: list[int], first: PathStep, last: PathStep) -> int:
    return 2 * (load[first.giver] - load[last.taker] - 1)


def _paths(graph: ClassGraph, edge: HullEdge) -> Iterator[list[PathStep]]:
    """The difference between the ends of an edge, path by path, without cycles. Cycles cost nothing."""
    less, more = _differences(graph, edge)
    change = edge.right.load - edge.left.load
    wanting = Counter({member: int(change[member]) for member in np.flatnonzero(change > 0).tolist()})
    for giver in np.repeat(np.arange(len(change)), np.maximum(0, -change)).tolist():
        path: list[PathStep] = []
        place = {giver: 0}
        here = giver
        while not path or not wanting[here]:
            topic_class, from_grant = less[here].pop()
            taker, to_grant = more[topic_class].pop()
            path.append(PathStep(topic_class, here, taker, from_grant, to_grant))
            if taker in place:
                start = place[taker]
                for step in path[start:]:
                    place.pop(step.taker, None)
                del path[start:]
            place[taker] = len(path)
            here = taker
        wanting[here] -= 1
        yield path


def _differences(
    graph: ClassGraph, edge: HullEdge
) -> tuple[dict[int, list[tuple[int, bool]]], dict[int, list[tuple[int, bool]]]]:
    """
    What each member gives up and what each topic class gives, between the ends of an edge.

    By member: (topic class, whether it was a grant). By topic class: (member that gets more, whether as a grant).
    """
    less: dict[int, list[tuple[int, bool]]] = {}
    more: dict[int, list[tuple[int, bool]]] = {}
    topic_class, member, count = edge.left.plan.grants.rows()
    grants = sum_grants(graph, (topic_class, member, -count), edge.right.plan.grants.rows())
    kept = edge.right.plan.kept - edge.left.plan.kept
    claims = graph.claim_class, graph.claim_member, kept, False
    for topic_classes, members, counts, grant in (claims, (*grants.rows(), True)):
        changed = np.flatnonzero(counts)
        rows = zip(topic_classes[changed].tolist(), members[changed].tolist(), counts[changed].tolist(), strict=True)
        for topic_class, member, count in rows:
            if count < 0:
                less.setdefault(member, []).extend([(topic_class, grant)] * -count)
            else:
                more.setdefault(topic_class, []).extend([(member, grant)] * count)
    return less, more
