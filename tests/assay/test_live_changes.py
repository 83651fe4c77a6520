"""What-ifs of captured groups, and what the cluster then did, as `tests/broker/test_whatif_on_a_broker.py` saw it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.pipeline.whatif.what_if import present_assignor
from tests.assay.shell import Shell


class LiveChange(NamedTuple):
    """A captured group, the change in the words of `whatif`, and what it cost."""

    group: dict[str, Any]
    words: list[str]
    moved: int
    """The partitions that a member lost which stayed, over all rebalances."""
    loads: list[int]
    """The loads afterwards, ascending."""
    rounds: int | None
    """The generations that a classic group went through. None: kafka-python's leader may join again by itself."""


CHANGES = [
    LiveChange(**json.loads(line))
    for line in (Path(__file__).parents[1] / "data" / "live_changes.jsonl").read_text("utf-8").splitlines()
]


def contradictions(done: LiveChange, said: dict[str, Any]) -> list[str]:
    """The figures of the group's own assignor that are not what the cluster did, nor a range with it."""
    row = next(one for one in said["targets"] if one["present"])
    least, most = row["moves_range"] or (row["moved"], row["moved"])
    ranks = row["loads_range"] or [(load, load) for load in sorted(row["loads"].values())]
    is_so = {
        "moved": least <= done.moved <= most,
        "loads": len(ranks) == len(done.loads)
        and all(least <= load <= most for (least, most), load in zip(ranks, done.loads, strict=True)),
        "rounds": done.rounds in (None, len(row["rounds"])),
    }
    return [f"{figure}: {row}" for figure, kept in is_so.items() if not kept]


def test_prediction_is_what_the_cluster_did(shell: Shell) -> None:
    found: Counter[str] = Counter()
    for done in CHANGES:
        shell.write("group.json", json.dumps(done.group))
        own = present_assignor(group_from_json(done.group))
        said = shell(f"whatif group.json {own} {' '.join(done.words)} --json").document

        assert [] == contradictions(done, said)
        row = next(one for one in said["targets"] if one["present"])
        found["in a range" if row["moves_range"] or row["loads_range"] else "equal"] += 1

    assert {"equal": 23, "in a range": 5} == found
