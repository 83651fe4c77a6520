"""
The summary of an audit: how many groups are optimal, which are the worst, and which assignor does best.

It is the first screen of a report, the lines on the terminal, and the JSON of `assay audit --json`. The best assignors
are those among the ones that a Kafka client or broker ships, with their settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kafka_assay.assignors.registry import EAGER, SHIPPED
from kafka_assay.pipeline.audit.audit_row import NOT_COUNTED, TODAY, AuditRow, Grade
from kafka_assay.pipeline.audit.audit_summary import (
    AssignorTally,
    AuditSummary,
    best_shipped,
    lightest_shipped,
    sort_shipped,
    sort_tallies,
)
from kafka_assay.properties.records.typed_record import write_record
from kafka_assay.reports.audit.records import Audit, group_link
from kafka_assay.reports.figures.bars import GradesFigure
from kafka_assay.reports.render.blocks import Code, Line, Picture, Piece, Strong
from kafka_assay.reports.wording.group_text import count_sentence, lag_sentence, standing_sentence, weight_clause
from kafka_assay.reports.wording.words import (
    CHANCE,
    MOST_NAMED,
    WEIGHT_UNITS,
    WEIGHT_WORDS,
    quantity,
    series,
    weight_text,
)

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
READS_OWNERS = frozenset({"sticky", "cooperative-sticky"})
"""The members tell them what they own, but not after a switch from another classic assignor."""


def recommend_by_weight(found: Mapping[str, AssignorTally], by: str) -> tuple[str, list[AssignorTally]]:
    """As `recommend`, in an audit with weights `by`: what decides is the weight of the heaviest members."""
    today, best, word = found[TODAY], lightest_shipped(found), WEIGHT_WORDS[by][0]
    if not today.weighed:
        return "", []
    many = f"The heaviest members of {today.weighed:,} groups together have"
    has, now = "The heaviest member has" if today.weighed == 1 else many, weight_text(today.heaviest)
    plans = f"{now}{WEIGHT_UNITS[by]} today, {weight_text(today.lightest)} with the best plans found"
    if not best:
        return f"By {word}, no assignor that Kafka ships is better than today. {has} {plans}.", []
    first, tied = best[0], [one.target for one in best[1:]]
    equal = f" Equal: {series(tied)}." if tied else ""
    return (
        f"Best of the assignors that Kafka ships, by {word}: {first.target}, with {quantity(first.moves, 'move')}. "
        f"{has} {plans}, {weight_text(first.heaviest)} with it.{equal} {CHANCE}"
    ), best


def recommend(found: Sequence[AssignorTally]) -> tuple[str, list[AssignorTally]]:
    """
    The sentences that recommend a shipped assignor, and why; "" without any. Then its tally, and those tied with it.

    What decides is how many groups it leaves less balanced than possible, then by how much, then its moves.
    """
    best = best_shipped(found)
    if not best:
        return "", []
    first, tied = best[0], [one.target for one in best[1:]]
    calm, eager = (series([one for one in tied if (one in EAGER) is stops]) for stops in (False, True))
    stopping = "with which all members stop in each rebalance"
    alike = [*([calm] if calm != "none" else []), *([f"{eager}, {stopping}"] if eager != "none" else [])]
    equal = f" Equal in loads and moves: {'; '.join(alike)}." if alike else ""
    behind = sort_shipped(found)[len(best) :][:1]
    after = f" Next: {behind[0].target}, {_even_share(behind[0])}." if behind else ""
    return (
        f"Best of the assignors that Kafka ships: {first.target}, {_even_share(first)} (optimal plans: "
        f"{first.least_moves:,}).{equal}{after}"
    ), best


def _even_share(one: AssignorTally) -> str:
    moves = f"{quantity(one.moves, 'move')} over {quantity(one.compared, 'group')}"
    return f"as even as possible in {one.even:,} of {quantity(one.asked, 'group')}, with {moves}"


def summary_lines(summary: AuditSummary, by_weight: str = "") -> list[Line]:
    """The summary on a terminal: the worst groups, then what a report says first."""
    worst = summary.worst_first()
    lines: list[Line] = [group_headline(today, {}) for today in worst]
    bad = sum(today.is_bad for today in summary.worst) if by_weight else summary.bad
    if more := bad - len(worst):
        verb = "is" if more == 1 else "are"
        lines.append(f"... and {quantity(more, 'more group')} {verb} invalid or less balanced than possible")
    return [*lines, *first_sentences(summary, {}, by_weight=by_weight)]


def first_sentences(
    summary: AuditSummary, links: Mapping[int, str], bad_lines: int = 0, by_weight: str = ""
) -> tuple[Line, ...]:
    """
    The results: how many groups are at the optimum today, the best assignor, and what is not judged.

    An audit with weights begins with a sentence `by_weight`; the other sentences count partitions.
    """
    counted = count_sentence(summary.grades)
    lines: list[Line] = [by_weight, f"By partitions: {counted}"] if by_weight else [counted]
    lines += [] if by_weight else [lag_sentence(row) for row in summary.lagging]
    samples, groups = summary.samples
    if samples:
        many = quantity(samples, "of these is a sample", "of these are samples")
        lines.append(f"{many} of {quantity(groups, 'group')}, which counts once for each time.")
    by = summary.weights
    sentence, best = recommend_by_weight(summary.tallies, by) if by else recommend([*summary.tallies.values()])
    lines += [sentence] if sentence else []
    for one in best[:1]:
        lines.append(settings_in_words(f"Setting of a Java consumer for {one.target}: ", SETTINGS[one.target]))
        untold = " From another classic assignor, more moves: nobody tells it what the members own."
        told = "" if one.target not in READS_OWNERS else untold
        lines.append(f"A running group may need two restarts or a stop for it: docs/start/switch.md.{told}")
    if summary.rebalancing:
        lines.append(_rebalancing_line(summary.rebalancing, summary.grades[Grade.REBALANCING], links))
    if bad_lines:
        line = f"{quantity(bad_lines, 'line')} of the input could not be read as a group: see below."
        lines.append((Strong(line),))
    return tuple(lines)


def settings_in_words(start: str, settings: Sequence[str]) -> Line:
    """These lines of a configuration, after the words at the `start`."""
    first, *others = settings
    return start, Code(first), *(piece for setting in others for piece in (" and ", Code(setting)))


def _rebalancing_line(groups: Sequence[AuditRow], total: int, links: Mapping[int, str]) -> Line:
    subject, left = "it was" if total == 1 else "they were", total - MOST_NAMED
    names = [piece for group in groups[:MOST_NAMED] for piece in (", ", group_link(group, links))][1:]
    end = f" and {left:,} more." if left > 0 else "."
    return Strong(f"Not judged, because {subject} rebalancing:"), " ", *names, end


def group_headline(today: AuditRow, links: Mapping[int, str]) -> tuple[Piece, ...]:
    """The most important sentence about a group, for the line under its name."""
    return group_link(today, links), f": {standing_sentence(today)}"


def grades_picture(found: Sequence[AssignorTally]) -> Picture:
    """The grades of all groups by assignor."""
    today, best = found[0], best_shipped(found)
    title = f"{today.even:,} of {quantity(today.asked, 'group')} as even as possible today"
    if best:
        title += f"; with {best[0].target}, {best[0].even:,} of {best[0].asked:,} would be"
    reading = "At the optimum: the best possible loads, with the fewest moves."
    if len({one.asked for one in found if one.target != TODAY}) > 1:
        reading += " A shorter bar: the assignor cannot be asked about all groups."
    drawing = GradesFigure(title, [(one.target, one.grades) for one in found])
    return Picture(name="overview-grades", drawing=drawing, reading=reading)


def first_paragraph(audit: Audit, links: Mapping[int, str]) -> Line:
    """How many groups need action, what is wrong with the worst one, and what fixes them. Empty without groups."""
    judged = [row for row in audit.rows if row.own_grade not in NOT_COUNTED]
    bad = [row for row in judged if row.is_bad]
    if not judged:
        return ()
    if not bad:
        even = sum(1 for row in judged if row.own_grade is Grade.OPTIMAL)
        start = "Nothing needs action" if even == len(judged) else "Nothing is known to need action"
        return f"{start}. Consumer groups that share their work as evenly as possible: {even:,} of {len(judged):,}."
    invalid = sum(1 for row in bad if row.own_grade is Grade.INVALID)
    word = next((WEIGHT_WORDS[row.weighted.by][0] for row in bad if row.weighted and row.weighted.by), None)
    counts = {
        "with an invalid assignment (a partition, a part of the data, has no reader, several, or a wrong one)": invalid,
        f"that share their {word or 'work'} less evenly than possible": len(bad) - invalid,
    }
    said = [f"Consumer groups {what}: {number:,} of {len(judged):,}. " for what, number in counts.items() if number]
    worst = bad[0]
    return (
        "".join(said),
        "The worst one: ",
        group_link(worst, links),
        f"{_worst_load(worst)}. {'' if word else _remedy(bad)}".rstrip(),
    )


def _worst_load(worst: AuditRow) -> str:
    """How much the busiest member reads, if it is too much."""
    cell = worst.weighted
    if worst.own_grade is not Grade.INVALID and worst.weight_excess is not None and cell is not None:
        clause = weight_clause(cell).removesuffix(".")
        return f"; {clause[0].lower()}{clause[1:]}"
    best = worst.optimal_loads[-1] if worst.optimal_loads else None
    if worst.own_grade is Grade.INVALID or worst.most is None or best is None or worst.most <= best:
        return ""
    whole = quantity(worst.partitions or 0, "partition")
    busiest = f"the busiest member (a running copy of the program) reads {worst.most:,} of {whole} (parts of the data)"
    return f"; {busiest}, and {best:,} would be enough"


def _remedy(bad: list[AuditRow]) -> str:
    meaning = "A setting, the assignor, decides which member reads what. "
    fixed = [row for row in bad if not set(SHIPPED).isdisjoint(row.best or ())]
    if not fixed:
        return f"{meaning}No assignor that Kafka ships gives the best plan."
    moves = quantity(sum(row.optimal_moves or 0 for row in fixed), "partition")
    return (
        f"{meaning}Groups that an assignor of Kafka's makes as even as possible: {len(fixed):,} of {len(bad):,}. "
        f"That moves at least {moves} once."
    )


_WORST_COLUMNS = (
    *("index", "group", "strategy", "state", "members", "partitions", "loads", "optimal_loads"),
    *("idle", "topic_spread", "host_spread"),
)
"""The columns of one of the worst groups in the JSON. It has further keys."""


def audit_summary(counts: AuditSummary) -> dict[str, Any]:
    """The counts as JSON. Each group counts under one grade; `undecided` counts those without a proven optimum."""
    tallies = sort_tallies(counts.tallies.values())
    return {
        "grades": _grades(counts.grades),
        "broken": counts.grades[Grade.INVALID],
        "behind": counts.grades[Grade.LESS_EVEN],
        "undecided": counts.without_optimum,
        "worst": [_worst_group(today) for today in counts.worst_first()],
        "assignors": [_assignor_record(one) for one in tallies],
        "recommended": [
            {"target": one.target, "settings": list(SETTINGS[one.target])}
            for one in (lightest_shipped(counts.tallies) if counts.weights else best_shipped(tallies))
        ],
    }


def _grades(grades: dict[Grade, int]) -> dict[str, int]:
    return {met.name.lower(): grades.get(met, 0) for met in Grade}


def _worst_group(today: AuditRow) -> dict[str, Any]:
    return {
        **{name: getattr(today, name) for name in _WORST_COLUMNS},
        "moves_needed": today.optimal_moves,
        "broken": today.broken,
        "sentence": f"{today.group}: {standing_sentence(today)}",
    }


def _assignor_record(one: AssignorTally) -> dict[str, Any]:
    return {
        "target": one.target,
        "versions": sorted(one.versions),
        "groups": one.asked,
        "grades": _grades(one.grades),
        **write_record(one, "target", "versions", "grades"),
    }
