"""How a group comes to run the targets of a what-if, and at which price, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from kafka_assay.assignors.model import Group
from kafka_assay.membership.rollout import WORDS, families_by_rollout, kind_of
from kafka_assay.pipeline.whatif.switching import present_side
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome, present_assignor
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series


def rollout_sentences(group: Group, outcomes: Iterable[WhatIfOutcome]) -> list[str]:
    """A sentence for all targets that are rolled out alike; then whose members these are, or what it is by client."""
    present, alike = present_assignor(group), dict[str, list[WhatIfOutcome]]()
    for one in outcomes:
        if one.rollout is not None and one.rollout != "none":
            client = f" with members of {one.rollout_client}" if one.rollout_client else ""
            alike.setdefault(f"{WORDS[one.rollout]}{client} ({one.rollout_source}).", []).append(one)
    if not alike or present is None:
        return []
    found = [f"Switch to {series(list(map(_priced, targets)))}: {told}" for told, targets in alike.items()]
    side = present_side(group, present)
    if side.family is not None:
        return [*found, f"The members are of {side.family}."]
    found.append("Which client the members run is not known: the lines assume the target's, or kafka-clients.")
    for kind in dict.fromkeys(kind_of(side.protocol, one.protocol) for targets in alike.values() for one in targets):
        rows = {
            word: families for word, families in families_by_rollout(kind, side.strategy).items() if word is not None
        }
        if len(rows) > 1:
            clients = [f"{series(families, most=len(families))}: {WORDS[word]}" for word, families in rows.items()]
            found.append(f"From {kind.value}: {'; '.join(clients)}.")
    return found


def _priced(one: WhatIfOutcome) -> str:
    """The target with the moves of the switch, and the partitions that stop in its last rebalance, where known."""
    price = "" if one.switch is None else f" ({quantity(one.switch, 'move')}, {one.switch_stops:,} stopped)"
    return shorten(one.target, 60) + price
