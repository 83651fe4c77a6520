"""
Corrupt plans and certificates: a certificate is accepted only if it is still a proof.

Each small random group is solved by brute force. Then its plan, its certificate, or both are corrupted a hundred times,
by random edits of the documents. A certificate must be accepted exactly under three conditions: the plan is valid, has
the best balance of all assignments, and passes a slow restatement of the rules
(`tests.support.engines.slow_certificate`). An accepted plan must also have the fewest moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from kafka_assay.assignors.model import Group
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.slow_engines import try_all_assignments
from tests.support.engines.every_plan import count_plans
from tests.support.engines.plan_figures import cost
from tests.support.engines.random_groups import larger_group
from tests.support.engines.slow_certificate import holds, is_valid

CHANGES = 100
"""The number of corruptions of each group's plan and certificate."""
MOST_WAYS = 2_000
"""The largest number of assignments of a group. All are tried."""
_PLAIN: tuple[Any, ...] = (True, False, 1.0, 0.5, float("nan"), float("inf"), None, "0", "", b"0")
_TEXTS = ("a b", "\ud800", "\x00", "<b>[red]\x1b[31m", "x" * 1000)
ODD = (*_PLAIN, *_TEXTS, [], [0], {}, {"t0": [0]}, (0,))
"""Values that are not whole numbers."""
NUMBERS = (-1, 2**31, 2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63), 2**63, 10**30, -(10**30), 10**400)
"""Whole numbers at and beyond the limits."""
NAMES = ("t0", "t1", "gone", "stranger", "topic", "members", "é", "0", "7", "")


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
        what = rng.choice(["plan", "certificate", "both"])
        plan = optimum.assignment if what == "certificate" else corrupted(rng, optimum.assignment)
        certificate = optimum.certificate if what == "plan" else corrupted(rng, optimum.certificate)
        objection = verify(group, plan, certificate)
        valid = is_valid(group, plan)
        has = cost(group, plan) if valid else None
        proved = has is not None and has[0] == best[0] and holds(group, plan, certificate)
        changed = "the same" if (plan, certificate) == (optimum.assignment, optimum.certificate) else "changed"
        counted[f"{what} {changed}, {'refused' if objection else 'accepted'}"] += 1
        if (objection is None) != proved or (proved and has != best):
            faults.append(f"seed {seed}, change {change}, {what}: {objection}")
    return counted, faults


def corrupted(rng: Random, document: Any) -> Any:
    """A document that is changed in one to three places, or replaced by something else. Some changes do no harm."""
    changed = deepcopy(document)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if rng.random() < 0.05:
            changed = deepcopy(rng.choice([*ODD, [changed], {"certificate": changed}, {"group": changed}]))
        if places := list(_places(changed)):
            rng.choice(EDITS)(rng, places)
    return changed


Place = tuple[Any, Any]
"""A list or an object, and the index or key of a value in it."""


def _places(document: Any) -> Iterator[Place]:
    keys = document if isinstance(document, dict) else range(len(document)) if isinstance(document, list) else ()
    for key in keys:
        yield document, key
        yield from _places(document[key])


def _change(rng: Random, places: list[Place]) -> None:
    if numbers := [(holder, key) for holder, key in places if type(holder[key]) is int]:
        holder, key = rng.choice(numbers)
        holder[key] += rng.choice([-2, -1, -1, 1, 1, 2, 1000])


def _shift(rng: Random, places: list[Place]) -> None:
    """Change all whole numbers alike."""
    by = rng.choice([-1, 1, 2**31, -(2**31), 2**53, 2**60])
    for holder, key in places:
        if type(holder[key]) is int:
            holder[key] += by


def _exchange(rng: Random, places: list[Place]) -> None:
    holder, key = rng.choice(places)
    other, its = rng.choice([(other, its) for other, its in places if type(other[its]) is type(holder[key])])
    holder[key], other[its] = other[its], holder[key]


def _move(rng: Random, places: list[Place]) -> None:
    """Move a value from one list to another, or repeat it in its list."""
    if lists := [holder[key] for holder, key in places if isinstance(holder[key], list) and holder[key]]:
        giver, taker = rng.choice(lists), rng.choice(lists)
        taker.append(giver[0] if giver is taker else giver.pop(rng.randrange(len(giver))))


def _replace(rng: Random, places: list[Place]) -> None:
    holder, key = rng.choice(places)
    holder[key] = deepcopy(rng.choice([*ODD, *NUMBERS]))


def _add(rng: Random, places: list[Place]) -> None:
    holder, _ = rng.choice(places)
    value = deepcopy(rng.choice([0, 1, 10**30, [], [7], [1, 0], *ODD]))
    if isinstance(holder, dict):
        holder[rng.choice(NAMES)] = value
    else:
        holder.append(value)


def _drop(rng: Random, places: list[Place]) -> None:
    holder, key = rng.choice(places)
    value = holder.pop(key)
    if isinstance(holder, dict) and rng.random() < 0.5:
        holder[rng.choice(NAMES)] = value


def _prune(_: Random, places: list[Place]) -> None:
    """Drop the objects without keys, such as members without partitions."""
    for holder, key in places:
        if isinstance(holder, dict) and holder[key] == {}:
            del holder[key]


EDITS: tuple[Callable[[Random, list[Place]], None], ...] = (
    *(_change, _change, _change, _shift, _shift, _exchange, _exchange, _exchange, _move, _move, _move),
    *(_replace, _add, _drop, _prune),
)
