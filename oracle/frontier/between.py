"""
Plans between two corners of one edge: so much of the way from the one to the other as the moves allow.

Both corners are best at one price of a move. What separates them falls into paths, along each of which partitions are
handed on from a member that ends with one less to a member that ends with one more, and each path pays its price
exactly. Paths can be followed one by one. Of one that takes several moves, one piece can be followed, or its two ends
without the middle; that some such piece always reaches the least sum of squares which is as odd as the others is
proved in docs/frontier.md.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oracle.flow.plan import Plan
from oracle.frontier.corner import netted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.frontier.corner import Corner
    from oracle.frontier.hull import Edge
    from oracle.problem import Ints, Shape


class Step(NamedTuple):
    """
    `giver` has one partition of a hub less, `taker` one more; one that is not its owner's is a gift.
    """

    hub: int
    giver: int
    taker: int
    of_gift: bool
    as_gift: bool

    @property
    def moves(self) -> int:
        """
        How many moves more there are: -1, 0 or 1.
        """
        return self.as_gift - self.of_gift


def plan_between(shape: Shape, edge: Edge, moves: int) -> Plan:
    """
    The plan with the least sum of squares among those with at most so many moves.
    """
    load = edge.left.plan.load.copy()
    steps: list[Step] = []
    left = moves - edge.left.moves
    for path in sorted(_paths(shape, edge), key=_moves, reverse=True):
        if not (needed := _moves(path)):
            break
        taken = path if needed <= left else _piece(path, left, load.tolist())
        for step in taken:
            load[step.giver] -= 1
            load[step.taker] += 1
        steps += taken
        left -= needed
        if left <= 0:
            break
    return _after(shape, edge.left, steps, load)


def _after(shape: Shape, corner: Corner, steps: list[Step], load: Ints) -> Plan:
    """
    The plan of a corner after some steps.
    """
    kept, hubs = corner.plan.kept.copy(), len(shape.supply)
    pairs = shape.keep_member * hubs + shape.keep_hub
    given: list[tuple[int, int, int]] = []
    for step in steps:
        for member, gift, by in ((step.giver, step.of_gift, -1), (step.taker, step.as_gift, 1)):
            if gift:
                given.append((step.hub, member, by))
            else:
                kept[np.searchsorted(pairs, member * hubs + step.hub)] += by
    before, more = corner.gifts, np.array(given, dtype=np.int64).reshape(-1, 3)
    gifts = netted(
        np.concatenate((before.hub, more[:, 0])),
        np.concatenate((before.member, more[:, 1])),
        np.concatenate((before.count, more[:, 2])),
        shape.members,
    )
    return Plan(load=load, kept=kept, gifts=[gifts])


def _moves(steps: list[Step]) -> int:
    return sum(step.moves for step in steps)


def _piece(path: list[Step], most: int, load: list[int]) -> list[Step]:
    """
    The piece of a path, or its beginning and its end, that gains most with at most so many moves.
    """
    best: tuple[int, list[Step]] = 0, []
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


def _gain(load: list[int], first: Step, last: Step) -> int:
    return 2 * (load[first.giver] - load[last.taker] - 1)


def _paths(shape: Shape, edge: Edge) -> Iterator[list[Step]]:
    """
    What separates the ends of an edge, path by path. Walks that end where they began cost nothing and are left out.
    """
    less, more = _differences(shape, edge)
    change = edge.right.plan.load - edge.left.plan.load
    wanting = Counter({member: int(change[member]) for member in np.flatnonzero(change > 0).tolist()})
    for giver in np.repeat(np.arange(len(change)), np.maximum(0, -change)).tolist():
        path: list[Step] = []
        place = {giver: 0}
        here = giver
        while not path or not wanting[here]:
            hub, of_gift = less[here].pop()
            taker, as_gift = more[hub].pop()
            path.append(Step(hub, here, taker, of_gift, as_gift))
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
    shape: Shape, edge: Edge
) -> tuple[dict[int, list[tuple[int, bool]]], dict[int, list[tuple[int, bool]]]]:
    """
    By member, what it gives up (hub, whether it was a gift); by hub, who has more of it (member, whether as a gift).
    """
    less: dict[int, list[tuple[int, bool]]] = {}
    more: dict[int, list[tuple[int, bool]]] = {}
    before, after = edge.left.gifts, edge.right.gifts
    gifts = netted(
        np.concatenate((before.hub, after.hub)),
        np.concatenate((before.member, after.member)),
        np.concatenate((-before.count, after.count)),
        shape.members,
    )
    kept = edge.right.plan.kept - edge.left.plan.kept
    changes = [(shape.keep_hub, shape.keep_member, kept, False), (gifts.hub, gifts.member, gifts.count, True)]
    for hubs, members, counts, gift in changes:
        changed = np.flatnonzero(counts)
        rows = zip(hubs[changed].tolist(), members[changed].tolist(), counts[changed].tolist(), strict=True)
        for hub, member, count in rows:
            if count < 0:
                less.setdefault(member, []).extend([(hub, gift)] * -count)
            else:
                more.setdefault(hub, []).extend([(member, gift)] * count)
    return less, more
