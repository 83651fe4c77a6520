"""
The summary of an audit: how many groups are optimal, which are the worst, and which assignor does best.

It is the first screen of a report, the lines on the terminal, and the JSON of `assay audit --json`. The best assignors
are those among the ones that a Kafka client or broker ships, with their settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kafka_assay.assignors.registry import SHIPPED
from kafka_assay.pipeline.audit.audit_row import NOT_COUNTED, TODAY, AuditRow, Grade
from kafka_assay.pipeline.audit.audit_summary import AssignorTally, AuditSummary, best_shipped, sort_tallies
from kafka_assay.properties.records.typed_record import write_record
from kafka_assay.reports.audit.records import Audit
from kafka_assay.reports.figures.bars import BarsFigure, shares_figure, totals_figure
from kafka_assay.reports.render.blocks import Code, Line, Link, Picture, Pictures, Strong
from kafka_assay.reports.wording.group_text import count_sentence, standing_sentence
from kafka_assay.reports.wording.words import MOST_NAMED, quantity, series

_CLIENT = "partition.assignment.strategy=org.apache.kafka.clients.consumer"

SETTINGS = {
    "range": (f"{_CLIENT}.RangeAssignor",),
    "roundrobin": (f"{_CLIENT}.RoundRobinAssignor",),
    "sticky": (f"{_CLIENT}.StickyAssignor",),
    "cooperative-sticky": (f"{_CLIENT}.CooperativeStickyAssignor",),
    "server-range": ("group.protocol=consumer", "group.remote.assignor=range"),
    "server-uniform": ("group.protocol=consumer", "group.remote.assignor=uniform"),
}
"""
The lines of a Java consumer's configuration that choose each assignor. The broker's assignors need KIP-848's protocol.
"""


def recommend(found: Iterable[AssignorTally]) -> tuple[str, list[AssignorTally]]:
    """
    The sentence that names the best shipped assignors, ties included, and their tallies.

    "" and an empty list if no shipped assignor reaches the optimum.
    """
    best = best_shipped(found)
    if not best:
        return "", []
    first = best[0]
    names = series([one.target for one in best], most=len(best))
    noun = "assignors" if len(best) > 1 else "assignor"
    share = f"{first.at_optimum:,} of {quantity(first.asked, 'group')}"
    each, it = ("each ", "Each") if len(best) > 1 else ("", "It")
    whole = "" if first.compared == 1 else f" in total over the {first.compared:,} groups"
    return (
        f"Best {noun} that Kafka ships: {names} would {each}reach the optimum in {share}. "
        f"{it} would make {quantity(first.moves, 'move')}{whole}. {_optimal_plans(first)}"
    ), best


def _optimal_plans(best: AssignorTally) -> str:
    also = " also" if best.moves == best.least_moves else ""
    moves = quantity(best.least_moves, "move")
    if best.compared == 1:
        return f"The optimal plan{also} makes {moves}."
    return f"The optimal plans{also} make {moves} in total, and bring all {best.compared:,} groups to the optimum."


def summary_lines(summary: AuditSummary) -> list[Line]:
    """The summary on a terminal: the worst groups, then what a report says first."""
    worst = summary.worst_first()
    lines = [group_headline(today) for today in worst]
    if more := summary.bad - len(worst):
        verb = "is" if more == 1 else "are"
        lines.append((f"... and {quantity(more, 'more group')} {verb} invalid or less balanced than possible",))
    found = sort_tallies(summary.tallies.values()) or [AssignorTally(target=TODAY)]
    return [*lines, *first_sentences(found, summary.rebalancing, {})]


def first_sentences(
    found: Sequence[AssignorTally], rebalancing: Sequence[AuditRow], links: Mapping[int, str], bad_lines: int = 0
) -> tuple[Line, ...]:
    """
    The results: how many groups are at the optimum today, the best assignor, and what is not judged.

    `found` has today's tally first. `rebalancing` are the first groups that were rebalancing.
    """
    lines: list[Line] = [(count_sentence(found[0].grades),)]
    sentence, best = recommend(found)
    if sentence:
        lines += [
            (sentence,),
            *(settings_in_words(f"Setting for {one.target}: ", SETTINGS[one.target]) for one in best),
        ]
    if rebalancing:
        lines.append(_rebalancing_line(rebalancing, found[0].grades[Grade.REBALANCING], links))
    if bad_lines:
        line = f"{quantity(bad_lines, 'line')} of the input could not be read as a group: see below."
        lines.append((Strong(line),))
    return tuple(lines)


def settings_in_words(start: str, settings: Sequence[str]) -> Line:
    """These lines of a configuration, after the words at the `start`."""
    first, *others = settings
    return start, Code(first), *(piece for setting in others for piece in (" and ", Code(setting)))


def _rebalancing_line(groups: Sequence[AuditRow], total: int, links: Mapping[int, str]) -> Line:
    subject = "it was" if total == 1 else "they were"
    line: list[str | Strong | Code | Link] = [Strong(f"Not judged, because {subject} rebalancing:")]
    for group in groups[:MOST_NAMED]:
        anchor = links.get(group.index)
        line += [" " if len(line) == 1 else ", ", Code(group.group) if anchor is None else Link(group.group, anchor)]
    left = total - MOST_NAMED
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


def first_paragraph(audit: Audit, links: Mapping[int, str]) -> Line:
    """How many groups need action, what is wrong with the worst one, and what fixes them. Empty without groups."""
    judged = [row for row in audit.rows if row.own_grade not in NOT_COUNTED]
    bad = [row for row in judged if row.is_bad]
    if not judged:
        return ()
    if not bad:
        even = sum(1 for row in judged if row.own_grade is Grade.OPTIMAL)
        start = "Nothing needs action" if even == len(judged) else "Nothing is known to need action"
        return (f"{start}: {_of(even, len(judged))} as evenly as possible.",)
    return (*_counts(bad, len(judged)), *_worst(bad, links), _remedy(bad))


def _of(number: int, total: int) -> str:
    if number == total:
        whole = "the only consumer group shares its" if total == 1 else f"all {total:,} consumer groups share their"
        return f"{whole} work"
    return f"{number:,} of {quantity(total, 'consumer group')} {'shares its' if number == 1 else 'share their'} work"


def _counts(bad: list[AuditRow], total: int) -> Line:
    uneven = sum(1 for row in bad if row.own_grade is Grade.LESS_EVEN)
    invalid = len(bad) - uneven
    sentences = []
    if invalid:
        verb = "has" if invalid == 1 else "have"
        sentences.append(
            f"{invalid:,} of {quantity(total, 'consumer group')} {verb} an invalid assignment: a partition (part of "
            "the data) has no reader, several, or a wrong one. "
        )
    if uneven:
        first = _of(uneven, total)
        sentences.append(f"{first[0].upper()}{first[1:]} less evenly than possible. ")
    return ("".join(sentences),)


def _worst(bad: list[AuditRow], links: Mapping[int, str]) -> Line:
    worst = bad[0]
    name = Link(worst.group, links[worst.index]) if worst.index in links else Code(worst.group)
    best = worst.optimal_loads[-1] if worst.optimal_loads else None
    if worst.own_grade is Grade.INVALID or worst.most is None or best is None or worst.most <= best:
        return ("The worst group is " if len(bad) > 1 else "It is ", name, ". ")
    load = (
        f", the busiest member (a running copy of the program) reads {worst.most:,} of "
        f"{quantity(worst.partitions or 0, 'partition')} (parts of the data); {best:,} would be enough. "
    )
    return "In the worst one, " if len(bad) > 1 else "In ", name, load


def _remedy(bad: list[AuditRow]) -> str:
    meaning = "A setting, the assignor, decides which member reads what. "
    whole = {1: "it", 2: "both"}.get(len(bad), f"all {len(bad):,}")
    fixed = [row for row in bad if not set(SHIPPED).isdisjoint(row.best or ())]
    if not fixed:
        return f"{meaning}No assignor that Kafka ships would give {'it' if len(bad) == 1 else 'them'} the best plan."
    moves = quantity(sum(row.optimal_moves or 0 for row in fixed), "partition")
    whom = whole if len(fixed) == len(bad) else f"{len(fixed):,} of them"
    assignors = "An assignor" if len(fixed) == 1 else "Assignors"
    return f"{meaning}{assignors} that Kafka ships would make {whom} as even as possible, and move {moves} once."


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstGroup:
    """One group today, beside the best possible."""

    index: int
    """The number of the group, from 0."""
    group: str
    """Its name."""
    strategy: str | None
    """The assignor that it runs; null if the capture does not say."""
    state: str | None
    """Kafka's state of it; null if the capture does not say."""
    members: int
    """Its members."""
    partitions: int
    """Partitions of subscribed, existing topics."""
    loads: tuple[int, ...]
    """Partitions of each member today, ascending."""
    optimal_loads: tuple[int, ...] | None
    """The best possible loads."""
    moves_needed: int | None
    """The moves of the optimum."""
    broken: tuple[str, ...]
    """The laws of all that it breaks."""
    sentence: str
    """The same in a sentence."""


def audit_summary(counts: AuditSummary) -> dict[str, Any]:
    """The counts as JSON. Each group counts under one grade; `undecided` counts those without a proven optimum."""
    found = sort_tallies(counts.tallies.values())
    return {
        "grades": _grades(counts.grades),
        "broken": counts.grades[Grade.INVALID],
        "behind": counts.grades[Grade.LESS_EVEN],
        "undecided": counts.without_optimum,
        "worst": [write_record(_worst_group(today)) for today in counts.worst_first()],
        "assignors": [_assignor_record(one) for one in found],
        "recommended": [{"target": one.target, "settings": list(SETTINGS[one.target])} for one in best_shipped(found)],
    }


def _grades(grades: dict[Grade, int]) -> dict[str, int]:
    return {met.name.lower(): grades.get(met, 0) for met in Grade}


def _worst_group(today: AuditRow) -> WorstGroup:
    return WorstGroup(
        index=today.index,
        group=today.group,
        strategy=today.strategy,
        state=today.state,
        members=today.members or 0,
        partitions=today.partitions or 0,
        loads=tuple(today.loads or ()),
        optimal_loads=None if today.optimal_loads is None else tuple(today.optimal_loads),
        moves_needed=today.optimal_moves,
        broken=today.broken,
        sentence=f"{today.group}: {standing_sentence(today)}",
    )


def _assignor_record(one: AssignorTally) -> dict[str, Any]:
    return {
        "target": one.target,
        "versions": sorted(one.versions),
        "groups": one.asked,
        "grades": _grades(one.grades),
        "compared": one.compared,
        "excess": one.excess,
        "moves": one.moves,
        "least_moves": one.least_moves,
        "broken": one.broken,
        "expected": one.expected,
        "undecided": one.undecided,
        "topic_spread": one.topic_spread,
        "seconds": one.seconds,
    }
