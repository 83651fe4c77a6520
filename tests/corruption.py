"""
Corrupted plans and certificates, very many of them: none is accepted but those that are proved all the same.

    python -m tests.corruption --groups 2000 --seed 0

Each small random group is solved by brute force, and its plan, its certificate, or both are corrupted a hundred times
(`tests.oracle.corrupt`). The certificate must be accepted exactly where the plan is valid, has the best balance of all
assignments and passes a slow restatement of the rules (`tests.oracle.restated`); then it must also move as little as
any. Exit code 1 where that fails, with the seeds.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from oracle.certificate import verify
from oracle.exhaustive import solve
from tests.oracle.corrupt import corrupted_certificate, corrupted_plan
from tests.oracle.figures import cost
from tests.oracle.larger_groups import larger_group, ways
from tests.oracle.restated import holds, is_valid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assignors.model import Group

CHANGES = 100
"""Corruptions of each group's plan and certificate."""

MOST_WAYS = 2_000
"""The assignments of a group, all of which are tried."""


def group_of_seed(seed: int) -> Group:
    """
    The first group, from this seed on, that has few enough assignments.
    """
    while ways(group := larger_group(seed)) > MOST_WAYS:
        seed += 1_000_003
    return group


def corrupt(seed: int, changes: int = CHANGES) -> tuple[Counter[str], list[str]]:
    """
    Corrupt the plan and the certificate of one group: how many were accepted and refused, and what should not be.
    """
    group, rng = group_of_seed(seed), Random(seed)
    optimum = solve(group)
    best = optimum.sum_of_squares, optimum.moves
    counted: Counter[str] = Counter()
    faults = []
    for change in range(changes):
        plan, certificate = optimum.assignment, optimum.certificate
        what = rng.choice(["plan", "certificate", "both"])
        if what != "certificate":
            plan = corrupted_plan(rng, plan)
        if what != "plan":
            certificate = corrupted_certificate(rng, certificate)
        told = verify(group, plan, certificate)
        valid = is_valid(group, plan)
        has = cost(group, plan) if valid else None
        proved = has is not None and has[0] == best[0] and holds(group, plan, certificate)
        changed = "the same" if (plan, certificate) == (optimum.assignment, optimum.certificate) else "changed"
        counted[f"{what} {changed}, {'refused' if told else 'accepted'}"] += 1
        if (told is None) != proved or (proved and has != best):
            faults.append(f"seed {seed}, change {change}, {what}: {told}")
    return counted, faults


def main(arguments: Sequence[str]) -> int:
    """
    Run what the command line says, and say what came out.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.corruption", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--groups", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0, help="of the first group; the others count on from it")
    args = parser.parse_args(arguments)
    counted: Counter[str] = Counter()
    faults: list[str] = []
    for seed in range(args.seed, args.seed + args.groups):
        one, wrong = corrupt(seed)
        counted += one
        faults += wrong
    lines = [f"| {what} | {number:,} |" for what, number in sorted(counted.items())]
    sys.stdout.write("\n".join(["| corrupted | times |", "|---|---:|", *lines, *faults]) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
