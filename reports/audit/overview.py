"""
The first screen of an audit: how many groups are as good as can be, which are the worst, which assignor does best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafka_assay.pipeline.audit.audit_row import TODAY
from kafka_assay.reports.audit.records import Audit, AuditedGroup
from kafka_assay.reports.audit.tally import OPTIMAL, AssignorTally, worst_first
from kafka_assay.reports.figures.shares import SharesFigure
from kafka_assay.reports.figures.totals import TotalsFigure
from kafka_assay.reports.render.blocks import Code, Line, Link, Picture, Pictures, Strong
from kafka_assay.reports.wording.grades import Grade
from kafka_assay.reports.wording.group_standing import standing_sentence
from kafka_assay.reports.wording.words import quantity


def first_sentences(audit: Audit, found: Sequence[AssignorTally], links: Mapping[int, str]) -> tuple[Line, ...]:
    """The answers: how many groups are at the optimum today, the worst ones, and which assignor would do best."""
    lines: list[Line] = [_count_sentence(audit, found[0])]
    asked = [one for one in found if one.target not in {TODAY, OPTIMAL}]
    if asked and asked[0].at_optimum:
        lines.append(_assignor_sentence(asked[0]))
    bad = [group for group in worst_first(audit) if group.standing.broken or group.standing.is_behind]
    if bad:
        worst, *others = bad[:3]
        lines.append((Strong("The worst:"), " ", *group_headline(worst, links.get(worst.index))))
        lines += [group_headline(group, links.get(group.index)) for group in others]
    if audit.unreadable:
        line = f"{quantity(len(audit.unreadable), 'line')} of the input held no group: see below."
        lines.append((Strong(line),))
    return tuple(lines)


def _count_sentence(audit: Audit, today: AssignorTally) -> Line:
    empty = today.grades.get(Grade.EMPTY, 0)
    total = len(audit.groups) - empty
    good = today.at_optimum
    others = [
        f"{today.grades[met]:,} {'is' if today.grades[met] == 1 else 'are'} {met}"
        for met in Grade
        if met not in {Grade.OPTIMAL, Grade.EMPTY} and today.grades.get(met)
    ]
    aside = f" ({quantity(empty, 'more group')} {'has' if empty == 1 else 'have'} no members.)" if empty else ""
    if not total:
        return (f"{quantity(empty, 'group')} without members: there is nothing to share out.",)
    if good == total:
        all_of_them = "The only group is" if total == 1 else f"All {total:,} groups are"
        return (f"{all_of_them} at the proven optimum today.{aside}",)
    return (f"{good:,} of {quantity(total, 'group')} are at the proven optimum today; {', '.join(others)}.{aside}",)


def _assignor_sentence(best: AssignorTally) -> Line:
    share = f" would leave most groups at the optimum: {best.at_optimum:,} of {best.asked:,}, "
    cost = f"with {quantity(best.moves, 'move')} in all ({best.least_moves:,} would do)."
    return "Of the assignors, ", Code(best.target), share + cost


def group_headline(group: AuditedGroup, anchor: str | None = None) -> Line:
    """The sentence that an operator would say first, under the group's name."""
    name = Code(group.name) if anchor is None else Link(group.name, anchor)
    return name, f": {standing_sentence(group.standing)}"


def overview_pictures(audit: Audit, found: Sequence[AssignorTally]) -> Pictures:
    """Grades of all groups by assignor, and moves."""
    return Pictures(
        (
            Picture(
                name="overview-grades",
                drawing=SharesFigure(
                    title=_shares_title(audit, found), grades=tuple((one.target, one.grades) for one in found)
                ),
                reading="At the optimum: the loads are the best possible, reached with the fewest moves."
                + _short_bar_note(found),
            ),
            Picture(name="overview-moves", drawing=_moves_figure(found)),
        )
    )


def _short_bar_note(found: Sequence[AssignorTally]) -> str:
    """What a shorter bar means, where there is one."""
    restricted = any(one.asked < found[0].asked for one in found)
    return " A shorter bar: asked only where all subscriptions are equal." if restricted else ""


def _shares_title(audit: Audit, found: Sequence[AssignorTally]) -> str:
    total = sum(1 for group in audit.groups if group.members)
    start = f"{found[0].at_optimum:,} of {quantity(total, 'group')} are at the optimum today"
    best = next((one for one in found if one.target not in {TODAY, OPTIMAL}), None)
    return start if best is None else f"{start}; {best.target} would leave {best.at_optimum:,} there"


def _moves_figure(found: Sequence[AssignorTally]) -> TotalsFigure:
    # Sums over fewer groups cannot stand beside the others.
    whole = [one for one in found if one.target != TODAY and one.asked >= found[0].asked]
    asked = sorted(whole, key=lambda one: (one.moves, one.target))
    least = max((one.least_moves for one in found), default=0)
    most = asked[-1] if asked else None
    title = f"The optimum of all groups costs {quantity(least, 'move')}"
    if most is not None and most.moves > least:
        title += f"; {most.target} would make {most.moves:,}"
    return TotalsFigure(
        title=title,
        unit="moves over all groups (partitions)",
        totals=tuple((one.target, one.moves) for one in asked),
        least=least,
    )
