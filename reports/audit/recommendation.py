"""Which assignor to switch to: the best among those that a Kafka client or broker ships, with their settings."""

from __future__ import annotations

from collections.abc import Iterable

from kafka_assay.pipeline.audit.assignor_tally import AssignorTally, best_shipped
from kafka_assay.reports.wording.words import quantity, series

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
