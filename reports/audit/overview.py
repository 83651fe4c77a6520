"""The first screen of an audit: how many groups are optimal, which are the worst, and which assignor does best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafka_assay.pipeline.audit.assignor_tally import AssignorTally, best_shipped
from kafka_assay.pipeline.audit.audit_row import TODAY, AuditRow, Grade
from kafka_assay.reports.audit.recommendation import SETTINGS, recommend
from kafka_assay.reports.audit.records import Audit
from kafka_assay.reports.figures.bars import BarsFigure, shares_figure, totals_figure
from kafka_assay.reports.render.blocks import Code, Line, Link, Picture, Pictures, Strong
from kafka_assay.reports.wording.group_standing import count_sentence, standing_sentence
from kafka_assay.reports.wording.words import MOST_NAMED, quantity, series


def first_sentences(audit: Audit, found: Sequence[AssignorTally], links: Mapping[int, str]) -> tuple[Line, ...]:
    """The results: how many groups are at the optimum today, the best assignor, and what is not judged."""
    lines: list[Line] = [(count_sentence(found[0].grades),), *_recommendation(found)]
    moving = [row for row in audit.rows if row.own_grade is Grade.REBALANCING]
    if moving:
        lines.append(_rebalancing_line(moving, links))
    if audit.bad_lines:
        line = f"{quantity(audit.bad_lines, 'line')} of the input could not be read as a group: see below."
        lines.append((Strong(line),))
    return tuple(lines)


def _recommendation(found: Sequence[AssignorTally]) -> list[Line]:
    sentence, best = recommend(found)
    if not sentence:
        return []
    return [(sentence,), *(_setting_line(one.target) for one in best)]


def _setting_line(target: str) -> Line:
    first, *others = SETTINGS[target]
    more = [piece for setting in others for piece in (" and ", Code(setting))]
    return f"Setting for {target}: ", Code(first), *more


def _rebalancing_line(groups: Sequence[AuditRow], links: Mapping[int, str]) -> Line:
    subject = "it was" if len(groups) == 1 else "they were"
    line: list[str | Strong | Code | Link] = [Strong(f"Not judged, because {subject} rebalancing:")]
    for group in groups[:MOST_NAMED]:
        anchor = links.get(group.index)
        line += [" " if len(line) == 1 else ", ", Code(group.group) if anchor is None else Link(group.group, anchor)]
    left = len(groups) - MOST_NAMED
    return (*line, f" and {left:,} more." if left > 0 else ".")


def group_headline(today: AuditRow, anchor: str | None = None) -> Line:
    """The most important sentence about a group, for the line under its name."""
    name = Code(today.group) if anchor is None else Link(today.group, anchor)
    return name, f": {standing_sentence(today)}"


def overview_pictures(found: Sequence[AssignorTally]) -> Pictures:
    """Two figures: the grades of all groups by assignor, and the moves."""
    return Pictures(
        (
            Picture(
                name="overview-grades",
                drawing=shares_figure(_shares_title(found), [(one.target, one.grades) for one in found]),
                reading="At the optimum: the best possible loads, with the fewest moves." + _short_bar_note(found),
            ),
            Picture(name="overview-moves", drawing=_moves_figure(found)),
        )
    )


def _short_bar_note(found: Sequence[AssignorTally]) -> str:
    """A note that explains shorter bars, if there are any."""
    restricted = any(one.asked < _most_asked(found) for one in found if one.target != TODAY)
    return " A shorter bar: the assignor cannot be asked about all groups." if restricted else ""


def _shares_title(found: Sequence[AssignorTally]) -> str:
    today = found[0]
    verb = "is" if today.at_optimum == 1 else "are"
    start = f"{today.at_optimum:,} of {quantity(today.asked, 'group')} {verb} at the optimum today"
    best = best_shipped(found)
    if not best:
        return start
    names = series([one.target for one in best], most=len(best))
    return f"{start}; with {names}, {best[0].at_optimum:,} of {best[0].asked:,} would be"


def _most_asked(found: Sequence[AssignorTally]) -> int:
    return max((one.asked for one in found), default=0)


def _moves_figure(found: Sequence[AssignorTally]) -> BarsFigure:
    # Sums over fewer groups cannot be compared with the others.
    whole = [one for one in found if one.target != TODAY and one.asked == _most_asked(found)]
    ordered = sorted(whole, key=lambda one: (one.moves, one.target))
    least = max((one.least_moves for one in found), default=0)
    most = ordered[-1] if ordered else None
    title = f"The optimum of all groups takes {quantity(least, 'move')}"
    if most is not None and most.moves > least:
        title += f"; {most.target} makes {most.moves:,}"
    return totals_figure(
        title, "moves over all groups (partitions)", [(one.target, one.moves) for one in ordered], least
    )
