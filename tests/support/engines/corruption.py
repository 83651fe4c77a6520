"""
Corrupt plans and certificates: a certificate is accepted only if it is still a proof.

Each small random group is solved by brute force. Then its plan, its certificate, or both are corrupted a hundred times
(`tests.support.engines.corruptions`). A certificate must be accepted exactly under three conditions: the plan is valid,
has the best balance of all assignments, and passes a slow restatement of the rules
(`tests.support.engines.slow_certificate`). An accepted plan must also have the fewest moves.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from kafka_assay.assignors.model import Group
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.slow_engines import try_all_assignments
from tests.support.engines.corruptions import corrupted_certificate, corrupted_plan
from tests.support.engines.every_plan import count_plans
from tests.support.engines.larger_groups import larger_group
from tests.support.engines.plan_figures import cost
from tests.support.engines.slow_certificate import holds, is_valid

CHANGES = 100
"""The number of corruptions of each group's plan and certificate."""

MOST_WAYS = 2_000
"""The largest number of assignments of a group. All are tried."""


def group_of_seed(seed: int) -> Group:
    """The first group, from this seed on, that has few enough assignments."""
    while count_plans(group := larger_group(seed)) > MOST_WAYS:
        seed += 1_000_003
    return group


def corrupt(seed: int, changes: int = CHANGES) -> tuple[Counter[str], list[str]]:
    """Corrupt the plan and certificate of one group. Returns the accepted and refused counts, and the errors."""
    group, rng = group_of_seed(seed), Random(seed)
    optimum = try_all_assignments(group)
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
        objection = verify(group, plan, certificate)
        valid = is_valid(group, plan)
        has = cost(group, plan) if valid else None
        proved = has is not None and has[0] == best[0] and holds(group, plan, certificate)
        changed = "the same" if (plan, certificate) == (optimum.assignment, optimum.certificate) else "changed"
        counted[f"{what} {changed}, {'refused' if objection else 'accepted'}"] += 1
        if (objection is None) != proved or (proved and has != best):
            faults.append(f"seed {seed}, change {change}, {what}: {objection}")
    return counted, faults
