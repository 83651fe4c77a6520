"""
The oracle beside its rivals: how many times as long franz-go and Kafka's `UniformAssignor` take.

    python -m studies oracle_rivals --workload large --write

`assay bench` times them, in turns on the same groups. The oracle is timed from a group to the plan with its proof, a
rival in its host.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from studies.evidence.evidence_record import EvidenceTable, add_evidence_options, assay_json, publish
from tests.support.newest_releases import IMPLEMENTATIONS

ORACLE = "oracle"
RIVALS = {"franz-go": IMPLEMENTATIONS["franz-go"][2], "UniformAssignor": IMPLEMENTATIONS["kafka-group-coordinator"][1]}


def rivals_table(points: Sequence[Mapping[str, Any]]) -> EvidenceTable:
    """
    A row for each number of partitions: the oracle's median time, and how many times as long each rival takes.

    A rival without an answer on a workload does not count there. `less balanced`: answers that are not the optimum's.
    """
    by_target = {
        name: {one["workload"]: one for one in points if one["target"] == name} for name in (ORACLE, *RIVALS.values())
    }
    rows = []
    for size in sorted({one["partitions"] for one in points}):
        ours = {name: one for name, one in by_target[ORACLE].items() if one["partitions"] == size and one["seconds"]}
        cells = [f"{size:,}", str(len(ours)), f"{1e3 * median(one['seconds'] for one in ours.values()):.3g}"]
        for rival in RIVALS.values():
            theirs = {name: one for name, one in by_target[rival].items() if name in ours and one["seconds"]}
            ratios = [one["seconds"] / ours[name]["seconds"] for name, one in theirs.items()]
            worse = sum(one["sum_of_squares"] > one["optimal_sum_of_squares"] for one in theirs.values())
            cells += [f"x{median(ratios):.2g}" if ratios else "–", f"{worse} of {len(theirs)}"]
        rows.append(tuple(cells))
    rivals = (title for name in RIVALS for title in (f">{name} / oracle", ">less balanced"))
    columns = (">partitions", ">groups", ">oracle, ms", *rivals)
    return EvidenceTable(table="Results", columns=columns, rows=tuple(rows), shown=True)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--workload", action="append", metavar="NAME", help="as in assay bench (default large)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the groups (default 0)")
    add_evidence_options(parser)


def run(args: Namespace) -> None:
    """Run `assay bench` and publish its times. Raises `AssayError` if it gives no record."""
    workloads = [word for name in args.workload or ["large"] for word in ("--workload", name)]
    found = assay_json("bench", ORACLE, *RIVALS.values(), *workloads, "--seed", str(args.seed))
    table = rivals_table(found["points"])
    size, _, ours, *rest = table.rows[-1]
    beside = ", ".join(f"{name} {ratio}" for name, ratio in zip(RIVALS, rest[::2], strict=True))
    publish("oracle-rivals", args, f"at {size} partitions a median of {ours} ms; beside it {beside}", [table])
