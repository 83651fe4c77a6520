"""The changes of a what-if in words."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.pipeline.whatif.change import PlannedChange
from kafka_assay.reports.wording.safe_names import FULL_IDS, ShortNames
from kafka_assay.reports.wording.words import display_name, quantity, series


def change_clause(planned: PlannedChange, names: ShortNames = FULL_IDS) -> str:
    """
    What changes, as one clause. Members with a short name in `names` have that name.

    >>> from kafka_assay.assignors.model import group_of
    >>> from kafka_assay.pipeline.whatif.change import Change, plan_change
    >>> group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
    >>> change_clause(plan_change(group, Change(leave=("a",), join=2, grow=(("t", 6),))))
    'a leaves, 2 members join, t grows from 2 to 6 partitions'
    """
    joined = f"{len(planned.joining):,} members join"
    restarted = len(planned.restarting)
    paced = f", {planned.rolling:,} at a time" if planned.rolling else ""
    parts = [
        *([_some([names.get(one, one) for one in planned.leaving], "leaves", "leave")] if planned.leaving else []),
        *([quantity(restarted, "member restarts", "members restart") + paced] if restarted else []),
        *([joined if len(planned.joining) > 1 else "one member joins"] if planned.joining else []),
        *(f"{topic} grows from {before:,} to {after:,} partitions" for topic, before, after in planned.grown),
    ]
    return ", ".join(parts) or "a rebalance without changes"


def _some(members: Sequence[str], one: str, several: str) -> str:
    return f"{series([display_name(member) for member in members], most=3)} {one if len(members) == 1 else several}"


def change_sentences(planned: PlannedChange) -> list[str]:
    """How the changes happen: who joins as what, who restarts and how."""
    found = []
    if planned.joining:
        first = planned.joining[0]
        static = f", and {'is' if len(planned.joining) == 1 else 'are'} static" if first.instance_id is not None else ""
        placed = not {one.id for one in planned.joining}.intersection(dict(planned.unplaced))
        named = " New members are named like the others." if placed else ""
        found.append(
            f"{_some([one.id for one in planned.joining], 'subscribes', 'subscribe')} to "
            f"{series(first.subscription)}, the most common subscription{static}.{named}"
        )
    if planned.batches:
        loud = [batch for batch in planned.batches if batch.dynamic]
        quiet = len(planned.batches) - len(loud)
        twice = "for each, the group rebalances without it, and again when it returns with new ids and without claims."
        once = "static and back within the session timeout: no rebalance, and nobody reads its partitions until then."
        found += [f"{quantity(len(loud), 'batch', 'batches')}, one after another: {twice}"] if loud else []
        found += [f"{quantity(quiet, 'batch is', 'batches are each')} {once}"] if quiet else []
    if planned.dynamic:
        one = "the group rebalances without it, and again when it returns with a new id and without claims."
        several = "the group rebalances without them, and again when they return with new ids and without claims."
        who = _some(planned.dynamic, "restarts", "restart")
        found.append(f"{who}: {one if len(planned.dynamic) == 1 else several}")
    if planned.static:
        who = _some(planned.static, "is static and returns", "are static and return")
        it, its = ("it claims", "its") if len(planned.static) == 1 else ("they claim", "their")
        if planned.before is None and planned.on_return is None:
            then = f"the group does not rebalance, and nobody reads {its} partitions until then."
            found.append(f"{who} within the session timeout: {then}")
        else:
            claims = f"{it} nothing, because a new process remembers no partitions."
            found.append(f"{who} into the same rebalance. Without a KIP-848 coordinator {claims}")
    return found
