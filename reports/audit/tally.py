"""The tallies of an audit that was read back, and the order of its groups."""

from __future__ import annotations

from kafka_assay.pipeline.audit.audit_row import TODAY
from kafka_assay.pipeline.audit.tally import AssignorTally, sort_tallies
from kafka_assay.reports.audit.records import Audit, AuditedGroup


def tally_target(audit: Audit, target: str) -> AssignorTally:
    """The results of `target` on all groups of the audit."""
    found = AssignorTally(target=target)
    for group in audit.groups:
        for answer in group.answers:
            if answer.target == target:
                found.add(answer)
    return found


def tally_all(audit: Audit) -> list[AssignorTally]:
    """Today's tally, then the optimum's, then the assignors', the best first."""
    return sort_tallies(tally_target(audit, target) for target in (TODAY, *audit.targets()))


def worst_first(audit: Audit) -> list[AuditedGroup]:
    """The groups, the worst first: bad groups, then rebalancing ones, then good ones."""
    return sorted(audit.groups, key=lambda group: (*(-part for part in group.standing.badness), group.index))
