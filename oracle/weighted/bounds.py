"""
What no plan of a part can be below, in the part's units: exact whole numbers, whatever their size.

Squares. A load x is a whole number, so that for any whole level k: x*x >= (2k + 1)x - k(k + 1), and what is missing,
(x - k)(x - k - 1), is at least that of each item on the member that is heavier than k by more than one. Summed over
members with any levels, each item at its lowest crew, that is a bound; with unit weights and the levels of the
optimum it is the sum of squares itself (Frank and Murota 2018). The levels come from flows (`oracle.weighted.levels`)
and need not be the best ones for the bound to hold.

Maximum. The mean over a set of hubs and the members that can hold them, rounded up; the heaviest item; and by
pigeonholes: of the n * k + 1 heaviest items of n members somebody has k + 1, and they weigh no less than the k + 1
lightest among these.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from oracle.weighted.levels import crew_levels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.weighted.part import Part

MOST_ROUNDS = 16
"""How often heavy items are cut down to the level that they leave to the others."""


def least_most(part: Part) -> int:
    """
    What the heaviest member of any plan weighs at least.
    """
    sizes = _sizes(part)
    hubs = [0] * len(part.reach)
    for hub, weight in zip(part.hub, part.weight, strict=True):
        hubs[hub] += weight
    level = crew_levels(hubs, part.crews_of, sizes)
    top = max(level)
    # Hubs all of whose crews are on the highest level have no other members than those of that level.
    crews = [crew for crew, one in enumerate(level) if one == top]
    weight = sum(hubs[hub] for hub, some in enumerate(part.crews_of) if all(level[crew] == top for crew in some))
    bounds = [-(-weight // sum(sizes[crew] for crew in crews)), part.weight[0]]
    bounds.append(_by_pigeonholes(part.weight, len(part.members)))
    falling: list[list[int]] = [[] for _ in part.reach]
    for hub, one in zip(part.hub, part.weight, strict=True):
        falling[hub].append(one)
    for mine, reach, all_of_it in zip(falling, part.reach, hubs, strict=True):
        bounds += [_by_pigeonholes(mine, len(reach)), -(-all_of_it // len(reach))]
    return max(bounds)


def least_squares(part: Part) -> int:
    """
    What the squares of the members' weights sum up to at least.
    """
    sizes = _sizes(part)
    cut, best = [sum(part.weight)] * len(part.reach), 0
    for _ in range(MOST_ROUNDS):
        hubs = [0] * len(part.reach)
        for hub, weight in zip(part.hub, part.weight, strict=True):
            hubs[hub] += min(weight, cut[hub] + 1)
        level = crew_levels(hubs, part.crews_of, sizes)
        best = max(best, _by_tangents(part, level, sizes))
        after = [min(before, *(level[crew] for crew in some)) for before, some in zip(cut, part.crews_of, strict=True)]
        if after == cut:
            break
        cut = after
    return best


def least_moved(part: Part, most: int) -> int:
    """
    What has to leave its owners at least where nobody may weigh more than `most`.
    """
    had = [0] * len(part.members)
    for owner, weight in zip(part.owner, part.weight, strict=True):
        if owner >= 0:
            had[owner] += weight
    return sum(max(0, weight - most) for weight in had)


def _sizes(part: Part) -> list[int]:
    sizes = [0] * part.crews
    for crew in part.crew:
        sizes[crew] += 1
    return sizes


def _by_tangents(part: Part, level: Sequence[int], sizes: Sequence[int]) -> int:
    lowest = [min(level[crew] for crew in some) for some in part.crews_of]
    bound = -sum(size * one * (one + 1) for size, one in zip(sizes, level, strict=True))
    for hub, weight in zip(part.hub, part.weight, strict=True):
        over = weight - lowest[hub]
        bound += weight * (2 * lowest[hub] + 1) + (over * (over - 1) if over > 1 else 0)
    return bound


def _by_pigeonholes(falling: Sequence[int], members: int) -> int:
    sums = [0, *accumulate(falling)]
    return max(
        (sums[last + 1] - sums[last - last // members] for last in range(members, len(falling), members)), default=0
    )
