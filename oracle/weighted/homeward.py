"""
The same weights with less moved: whole shares go to whoever owned most of them, and equal items to their owners.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from oracle.weighted.part import Part, Plan

MOST_MEMBERS = 500
"""Of a crew of more, shares stay where they are: the assignment problem grows with the cube."""

MOST_PAIRS = 5_000_000
"""Of more pairs of a holder and an owner of the same kind they stay as well."""

Kind: TypeAlias = tuple[int, int]
"""Hub and weight: items of one kind are interchangeable but for their owner."""


def dealt(part: Part, counts: dict[Kind, dict[int, int]]) -> Plan:
    """
    The plan in which each member holds so many items of each kind; owners keep theirs where they hold the kind.
    """
    room = {kind: dict(holders) for kind, holders in counts.items()}
    plan = [-1] * len(part.weight)
    for item, owner in enumerate(part.owner):
        left = room[part.hub[item], part.weight[item]]
        if left.get(owner, 0) > 0:
            left[owner] -= 1
            plan[item] = owner
    takers = {
        kind: iter([member for member, count in left.items() for _ in range(count)]) for kind, left in room.items()
    }
    for item, holder in enumerate(plan):
        if holder < 0:
            plan[item] = next(takers[part.hub[item], part.weight[item]])
    return plan


def counted(part: Part, plan: Plan) -> dict[Kind, dict[int, int]]:
    """
    How many items of each kind each member holds, members in their order.
    """
    counts: dict[Kind, dict[int, int]] = {kind: {} for kind in zip(part.hub, part.weight, strict=True)}
    for (hub, weight, holder), count in sorted(Counter(zip(part.hub, part.weight, plan, strict=True)).items()):
        counts[hub, weight][holder] = count
    return counts


def homeward(part: Part, plan: Plan) -> Plan:
    """
    A plan with the same weights in every crew, in which shares and items are with their owners where that costs
    nothing: within a crew shares may be exchanged as a whole, which is an assignment problem (Kuhn 1955).
    """
    counts = counted(part, plan)
    owned: dict[Kind, Counter[int]] = {kind: Counter() for kind in counts}
    for hub, weight, owner in zip(part.hub, part.weight, part.owner, strict=True):
        if owner >= 0:
            owned[hub, weight][owner] += 1
    of_crew: list[list[int]] = [[] for _ in range(part.crews)]
    for member, crew in enumerate(part.crew):
        of_crew[crew].append(member)
    goes_to = list(range(len(part.members)))
    for members in of_crew:
        if 1 < len(members) <= MOST_MEMBERS:
            for share, taker in _exchanged(members, counts, owned):
                goes_to[share] = taker
    moved = {kind: {goes_to[holder]: count for holder, count in some.items()} for kind, some in counts.items()}
    return dealt(part, moved)


def _exchanged(
    members: list[int], counts: dict[Kind, dict[int, int]], owned: dict[Kind, Counter[int]]
) -> list[tuple[int, int]]:
    """
    Whose share goes to whom, so that most weight is with its owners.
    """
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    if sum(len(holders) * len(owned[kind]) for kind, holders in counts.items()) > MOST_PAIRS:
        return []
    # Weights may be beyond any float; their shares of the whole are not.
    total = sum(kind[1] for kind in counts)
    place = {member: number for number, member in enumerate(members)}
    gain = np.zeros((len(members), len(members)))
    for kind, holders in counts.items():
        owners = [(place[owner], count) for owner, count in owned[kind].items() if owner in place]
        for holder, count in holders.items() if owners else ():
            if holder in place:
                for owner, had in owners:
                    gain[place[holder], owner] += kind[1] * min(count, had) / total
    # Who would gain nothing by an exchange stays.
    gain += np.eye(len(members)) * 1e-9 * (gain.max() or 1.0)
    shares, takers = linear_sum_assignment(gain, maximize=True)
    return [(members[one], members[other]) for one, other in zip(shares.tolist(), takers.tolist(), strict=True)]
