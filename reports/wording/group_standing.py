"""A group today in one or two sentences: sizes, loads, the best loads and the moves to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafka_assay.pipeline.audit.audit_row import NOT_COUNTED, AuditRow, Grade
from kafka_assay.reports.wording.safe_names import escape_unprintable
from kafka_assay.reports.wording.words import quantity

GRADE_SIGNS = {
    Grade.OPTIMAL: "✓",
    Grade.NEEDLESS_MOVES: "~",
    Grade.LESS_EVEN: "✗",
    Grade.INVALID: "✗✗",
    Grade.NO_ANSWER: "✗✗",
    Grade.UNKNOWN: "?",
    Grade.REBALANCING: "↻",
    Grade.EMPTY: "–",
    Grade.UNASKED: "–",
}


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


def standing_sentence(today: AuditRow) -> str:
    """
    The state of the group in a row of today, without its name.

    >>> standing_sentence(AuditRow(
    ...     index=0, file="pay.json", line=None, group="pay", target="today", members=2, partitions=4, strategy="range",
    ...     loads=(1, 3), optimal_loads=(2, 2), optimal_moves=1,
    ... ))
    '2 members, 4 partitions, assigned by range. Loads 3/1; best 2/2 (1 move).'
    """
    by = "" if today.strategy is None else f", assigned by {escape_unprintable(today.strategy)}"
    sizes = f"{quantity(today.members or 0, 'member')}, {quantity(today.partitions or 0, 'partition')}{by}."
    if not today.members:
        return f"{sizes} The group has no members."
    wrong = f" Broken: {', '.join(today.broken)}." if today.broken else ""
    lost = f" ({quantity(today.unassigned, 'partition')} without an owner)" if today.unassigned else ""
    present, best = list(today.loads or ()), None if today.optimal_loads is None else list(today.optimal_loads)
    loads = f"{sizes} Loads {load_list(present)}{lost}"
    if today.own_grade is Grade.REBALANCING:
        return f"{loads} during a rebalance ({today.state}). They are about to change."
    if best is None:
        return f"{loads}; best unknown.{wrong}"
    if present == best and not today.optimal_moves:
        return f"{loads}: the best possible.{wrong}"
    return f"{loads}; best {load_list(best)} ({quantity(today.optimal_moves or 0, 'move')}).{wrong}"


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
