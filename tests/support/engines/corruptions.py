"""Corrupted plans and certificates. Some of the changes do no harm."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    True,
    False,
    1.0,
    0.5,
    float("nan"),
    float("inf"),
    None,
    "0",
    "",
    [],
    [0],
    {},
    {"t0": [0]},
    (0,),
    b"0",
)
"""Values that are not whole numbers."""

NUMBERS = (-1, 2**31, 2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63), 2**63, 10**30, -(10**30))
"""Whole numbers at and beyond the limits."""

PARTS = ("members", "topics", "levels")


def corrupted_plan(rng: Random, plan: dict[str, Any]) -> Any:
    """A plan that is changed in one to three places, or replaced by something else."""
    changed: Any = deepcopy(plan)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if isinstance(changed, dict):
            changed = rng.choice(PLAN_CHANGES)(rng, changed)
    return changed


def corrupted_certificate(rng: Random, certificate: dict[str, Any]) -> Any:
    """A certificate that is changed in one to three places, or replaced by something else. Some stay valid."""
    changed: Any = deepcopy(certificate)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if isinstance(changed, dict) and all(isinstance(changed.get(part), dict) for part in PARTS):
            changed = rng.choice(CERTIFICATE_CHANGES)(rng, changed)
    return changed


def _places(plan: dict[str, Any]) -> list[tuple[str, str]]:
    """The lists of partition ids in `plan`, as (member, topic)."""
    return [
        (member, topic)
        for member, topics in plan.items()
        if isinstance(topics, dict)
        for topic, ids in topics.items()
        if isinstance(ids, list) and ids
    ]


def _move_partition(rng: Random, plan: dict[str, Any]) -> Any:
    if places := _places(plan):
        giver, topic = rng.choice(places)
        taker = rng.choice(list(plan))
        if isinstance(plan[taker], dict):
            plan[taker].setdefault(topic, [])
            if isinstance(plan[taker][topic], list):
                plan[taker][topic].append(plan[giver][topic].pop(rng.randrange(len(plan[giver][topic]))))
    return plan


def _swap_partitions(rng: Random, plan: dict[str, Any]) -> Any:
    if places := _places(plan):
        (one, topic), (other, its) = rng.choice(places), rng.choice(places)
        mine, others = plan[one][topic], plan[other][its]
        mine[0], others[-1] = others[-1], mine[0]
    return plan


def _swap_members(rng: Random, plan: dict[str, Any]) -> Any:
    if plan:
        one, other = rng.choice(list(plan)), rng.choice(list(plan))
        plan[one], plan[other] = plan[other], plan[one]
    return plan


def _repeat_partition(rng: Random, plan: dict[str, Any]) -> Any:
    if places := _places(plan):
        member, topic = rng.choice(places)
        plan[member][topic].append(plan[member][topic][0])
    return plan


def _drop_partition(rng: Random, plan: dict[str, Any]) -> Any:
    if places := _places(plan):
        member, topic = rng.choice(places)
        plan[member][topic].pop()
    return plan


def _replace_partition(rng: Random, plan: dict[str, Any]) -> Any:
    if places := _places(plan):
        member, topic = rng.choice(places)
        plan[member][topic][0] = rng.choice([*ODD, *NUMBERS])
    return plan


def _add_topic(rng: Random, plan: dict[str, Any]) -> Any:
    if plan and isinstance(mine := plan[rng.choice(list(plan))], dict):
        mine[rng.choice(["t0", "t1", "gone"])] = rng.choice([[], [0], [1, 0], [7], *ODD])
    return plan


def _rename_member(rng: Random, plan: dict[str, Any]) -> Any:
    if plan:
        plan[rng.choice(["stranger", ""])] = plan.pop(rng.choice(list(plan)))
    return plan


def _idle_left_out(_: Random, plan: dict[str, Any]) -> Any:
    return {member: topics for member, topics in plan.items() if topics}


def _other_plan(rng: Random, plan: dict[str, Any]) -> Any:
    if plan and rng.random() < 0.5:
        plan[rng.choice(list(plan))] = rng.choice(ODD)
        return plan
    return rng.choice(ODD)


PLAN_CHANGES: tuple[Callable[[Random, dict[str, Any]], Any], ...] = (
    *(_move_partition, _move_partition, _move_partition, _swap_partitions, _swap_partitions, _swap_members),
    *(_repeat_partition, _drop_partition, _replace_partition, _add_topic, _rename_member, _idle_left_out, _other_plan),
)


def _change_number(rng: Random, certificate: dict[str, Any]) -> Any:
    part = certificate[rng.choice(PARTS)]
    if part and type(part[name := rng.choice(list(part))]) is int:
        part[name] += rng.choice([-2, -1, -1, 1, 1, 2, 1000])
    return certificate


def _shift_numbers(rng: Random, certificate: dict[str, Any]) -> Any:
    by = rng.choice([-1, 1, 10**6, -(10**6), 2**53, 2**60])
    for part in PARTS:
        certificate[part] = {n: value + by if type(value) is int else value for n, value in certificate[part].items()}
    return certificate


def _exchange_numbers(rng: Random, certificate: dict[str, Any]) -> Any:
    if part := certificate[rng.choice(PARTS)]:
        one, other = rng.choice(list(part)), rng.choice(list(part))
        part[one], part[other] = part[other], part[one]
    return certificate


def _drop_number(rng: Random, certificate: dict[str, Any]) -> Any:
    if part := certificate[rng.choice(PARTS)]:
        del part[rng.choice(list(part))]
    return certificate


def _replace_number(rng: Random, certificate: dict[str, Any]) -> Any:
    if part := certificate[rng.choice(PARTS)]:
        part[rng.choice(list(part))] = rng.choice([*ODD, *NUMBERS])
    return certificate


def _add_number(rng: Random, certificate: dict[str, Any]) -> Any:
    certificate[rng.choice(PARTS)][rng.choice(["stranger", "0", "7", ""])] = rng.choice([0, 1, 10**30, *ODD])
    return certificate


def _torn(rng: Random, certificate: dict[str, Any]) -> Any:
    part = rng.choice([*PARTS, "kind"])
    if rng.random() < 0.5:
        certificate.pop(part, None)
    else:
        certificate[part] = rng.choice([*ODD, {"kind": "potentials"}])
    return certificate


def _no_certificate(rng: Random, certificate: dict[str, Any]) -> Any:
    return rng.choice([*ODD, {"certificate": certificate}, [certificate], dict.fromkeys(PARTS, certificate)])


CERTIFICATE_CHANGES: tuple[Callable[[Random, dict[str, Any]], Any], ...] = (
    *(_change_number, _change_number, _change_number, _change_number, _shift_numbers, _exchange_numbers),
    *(_drop_number, _replace_number, _add_number, _torn, _no_certificate),
)
