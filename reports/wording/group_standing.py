"""A group today in one or two sentences: sizes, loads, the best loads and the moves to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafka_assay.pipeline.audit.grading import NOT_COUNTED, Grade
from kafka_assay.pipeline.audit.standing import GroupStanding
from kafka_assay.reports.wording.safe_names import escape_unprintable
from kafka_assay.reports.wording.words import quantity

_WIDE = 12


def count_sentence(grades: Mapping[Grade, int]) -> str:
    """
    The number of groups at the optimum today, the faults of the others, and the groups left out.

    >>> count_sentence({Grade.OPTIMAL: 28, Grade.LESS_EVEN: 2, Grade.REBALANCING: 1, Grade.EMPTY: 2})
    '28 of 30 groups are at the proven optimum today; 2 are less balanced than possible. (1 more group was \
rebalancing. 2 more groups have no members.)'
    """
    total = sum(count for met, count in grades.items() if met not in NOT_COUNTED)
    good = grades.get(Grade.OPTIMAL, 0)
    if not total:
        return " ".join(["There is no group to judge.", *_left_out(grades, "group")])
    left_out = " ".join(_left_out(grades, "more group"))
    aside = f" ({left_out})" if left_out else ""
    if good == total:
        all_of_them = "The only group is" if total == 1 else f"All {total:,} groups are"
        return f"{all_of_them} at the proven optimum today.{aside}"
    others = [
        f"{grades[met]:,} {'is' if grades[met] == 1 else 'are'} {met}"
        for met in Grade
        if met not in {Grade.OPTIMAL, *NOT_COUNTED} and grades.get(met)
    ]
    verb = "is" if good == 1 else "are"
    return f"{good:,} of {quantity(total, 'group')} {verb} at the proven optimum today; {', '.join(others)}.{aside}"


def _left_out(grades: Mapping[Grade, int], noun: str) -> list[str]:
    moving, empty = grades.get(Grade.REBALANCING, 0), grades.get(Grade.EMPTY, 0)
    sentences = []
    if moving:
        sentences.append(f"{quantity(moving, noun)} {'was' if moving == 1 else 'were'} rebalancing.")
    if empty:
        sentences.append(f"{quantity(empty, noun)} {'has' if empty == 1 else 'have'} no members.")
    return sentences


def standing_sentence(standing: GroupStanding) -> str:
    """
    The state of the group, without its name.

    >>> from kafka_assay.pipeline.audit.standing import GroupStanding
    >>> standing_sentence(GroupStanding(
    ...     index=0, group="pay", members=2, partitions=4, loads=(1, 3), optimal_loads=(2, 2), excess=0.25,
    ...     moves_needed=1, unassigned=0, broken=(), grade=Grade.LESS_EVEN, strategy="range",
    ... ))
    '2 members, 4 partitions, assigned by range. Loads 3/1; best 2/2 (1 move).'
    """
    by = "" if standing.strategy is None else f", assigned by {escape_unprintable(standing.strategy)}"
    sizes = f"{quantity(standing.members, 'member')}, {quantity(standing.partitions, 'partition')}{by}."
    if not standing.members:
        return f"{sizes} The group has no members."
    wrong = f" Broken: {', '.join(standing.broken)}." if standing.broken else ""
    lost = f" ({quantity(standing.unassigned, 'partition')} without an owner)" if standing.unassigned else ""
    loads = f"{sizes} Loads {load_list(standing.loads)}{lost}"
    if standing.is_rebalancing:
        return f"{loads} during a rebalance ({standing.state}). They are about to change."
    if standing.optimal_loads is None:
        return f"{loads}; best unknown.{wrong}"
    if standing.loads == standing.optimal_loads and not standing.moves_needed:
        return f"{loads}: the best possible.{wrong}"
    cost = quantity(standing.moves_needed or 0, "move")
    return f"{loads}; best {load_list(standing.optimal_loads)} ({cost}).{wrong}"


def load_list(ascending: Sequence[int]) -> str:
    """
    Loads from the most loaded down, with long runs counted and long lists shortened.

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
