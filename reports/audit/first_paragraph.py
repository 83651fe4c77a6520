"""The first paragraph of an audit, for readers who do not know what an assignor is."""

from __future__ import annotations

from collections.abc import Mapping

from kafka_assay.assignors.registry import SHIPPED
from kafka_assay.pipeline.audit.audit_row import NOT_COUNTED, AuditRow, Grade
from kafka_assay.reports.audit.records import Audit
from kafka_assay.reports.render.blocks import Code, Line, Link
from kafka_assay.reports.wording.words import quantity


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
