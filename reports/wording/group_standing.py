"""How a group stands today, in one sentence or two: sizes, loads, the best possible ones and what they cost."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.pipeline.audit.summary import GroupStanding
from kafka_assay.reports.wording.words import quantity

_WIDE = 12


def standing_sentence(standing: GroupStanding) -> str:
    """
    The group as an operator would describe it, without its name.

    >>> from kafka_assay.pipeline.audit.summary import GroupStanding
    >>> standing_sentence(GroupStanding(
    ...     index=0, group="pay", members=2, partitions=4, loads=(1, 3), optimal_loads=(2, 2), excess=0.25,
    ...     moves_needed=1, unassigned=0, broken=(),
    ... ))
    '2 members, 4 partitions. Loads 3/1; the best possible is 2/2 and needs 1 move.'
    """
    sizes = f"{quantity(standing.members, 'member')}, {quantity(standing.partitions, 'partition')}."
    if not standing.members:
        return f"{sizes} Nobody is there to read."
    wrong = f" Broken: {', '.join(standing.broken)}." if standing.broken else ""
    lost = f" ({quantity(standing.unassigned, 'partition')} without an owner)" if standing.unassigned else ""
    loads = f"{sizes} Loads {load_list(standing.loads)}{lost}"
    if standing.optimal_loads is None:
        return f"{loads}; the best possible is not known.{wrong}"
    if standing.loads == standing.optimal_loads and not standing.moves_needed:
        return f"{loads}: the best possible.{wrong}"
    cost = quantity(standing.moves_needed or 0, "move")
    return f"{loads}; the best possible is {load_list(standing.optimal_loads)} and needs {cost}.{wrong}"


def load_list(ascending: Sequence[int]) -> str:
    """
    Loads from the most loaded down, long runs counted, long lists shortened.

    >>> load_list((13, 29, 31, 45)), load_list((2, 2, 2, 2, 2, 3)), load_list(())
    ('45/31/29/13', '3/2x5', '-')
    """
    parts: list[str] = []
    descending = list(reversed(ascending))
    place = 0
    while place < len(descending):
        run = 1
        while place + run < len(descending) and descending[place + run] == descending[place]:
            run += 1
        parts += [f"{descending[place]}x{run}"] if run > 3 else [str(descending[place])] * run
        place += run
    if len(parts) > _WIDE:
        parts = [*parts[: _WIDE // 2], "...", *parts[-_WIDE // 2 :]]
    return "/".join(parts) or "-"
