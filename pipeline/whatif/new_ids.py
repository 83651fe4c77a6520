"""
The ids of members that do not exist yet, and where they can sort. Range, round-robin and others go by that order.

The coordinator of a classic group forms a member id from the instance id, or else the client id, a hyphen and a random
UUID (`GroupMetadata.generateMemberId` of Kafka 4.0). Members of KIP-848 choose a random id of 22 characters.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from kafka_assay.assignors.model import Member
from kafka_assay.assignors.order import kafka_order

_KIP_848_ID = re.compile(r"[A-Za-z0-9+/_-]{21}[AQgw]")
_NUMBERED = re.compile(r"(.*?)(\d+)(\D*)", re.DOTALL)


def is_classic(member: Member) -> bool:
    """Whether the id was formed by the coordinator of a classic group: instance id or client id, hyphen, UUID."""
    name = member.instance_id or member.client_id
    return bool(name) and member.id.startswith(f"{name}-")


def is_random(member: Member) -> bool:
    """Whether the id is one of KIP-848: 16 random bytes in base 64, which are 22 characters, without a client id."""
    return _KIP_848_ID.fullmatch(member.id) is not None and not is_classic(member)


class NewIds(NamedTuple):
    """The id of a new member, its client id and its instance id, if members have any. It sorts after `prefix`."""

    id: str
    client_id: str | None
    instance_id: str | None
    prefix: str | None
    """It can sort anywhere among the ids that begin so (empty: among all ids); None: its place is known."""


def next_name(names: Sequence[str], taken: Collection[str]) -> tuple[str, str | None] | None:
    """
    The next of at least two different names that are numbered alike, not in `taken`; None if they are not.

    With it comes what all names begin with, if a number is missing: the new member may as well be the one that is away.

    >>> next_name(["m-00", "m-01"], ()), next_name(["app-1", "app-3"], ()), next_name(["pod-x7", "pod-kq"], ())
    (('m-02', None), ('app-4', 'app-'), None)
    """
    found = [_NUMBERED.fullmatch(name) for name in dict.fromkeys(names)]
    parts = [one.groups() for one in found if one is not None]
    if len(parts) < 2 or len(parts) < len(names) or len({(head, tail) for head, _, tail in parts}) > 1:
        return None
    (head, _, tail), digits = parts[0], [number for _, number, _ in parts]
    width = len(digits[0]) if any(one.startswith("0") and len(one) > 1 for one in digits) else 0
    numbers = set(map(int, digits))
    is_whole = min(numbers) <= 1 and max(numbers) - min(numbers) < len(numbers)
    number = max(numbers) + 1
    while (name := f"{head}{number:0{width}d}{tail}") in taken:
        number += 1
    return name, None if is_whole else head


def ids_of_joiner(models: Sequence[Member], taken: Collection[str]) -> NewIds:
    """
    The ids of a member that joins members like these, as theirs are formed. `taken` are names that others have.

    Numbered names go on. A client id that several members share is the new member's, too. Then, or if names follow no
    pattern, its place is not known.
    """
    stem = _free_id("", taken)
    clients = [member.client_id for member in models if member.client_id]
    numbered = next_name(clients, taken) if len(clients) == len(models) else None
    shared = max(clients, key=clients.count) if numbered is None and len(set(clients)) < len(clients) else None
    client, instances = numbered[0] if numbered else shared, [one.instance_id for one in models if one.instance_id]
    are_classic = all(map(is_classic, models))
    if len(instances) == len(models):
        instance, place = next_name(instances, taken) or (stem, "")
        return NewIds(f"{instance}-new" if are_classic else stem, client or stem, instance, place)
    if are_classic and numbered is not None:
        return NewIds(f"{client}-new", client, None, numbered[1])
    if are_classic and shared is not None:
        return NewIds(_free_id(f"{client}-", taken), client, None, f"{client}-")
    if not any(is_random(member) or is_classic(member) for member in models):
        following = next_name([member.id for member in models], taken)
        if following is not None:
            return NewIds(following[0], client or following[0], None, following[1])
    return NewIds(stem, client or stem, None, "")


def _free_id(prefix: str, taken: Collection[str]) -> str:
    return next(name for number in range(1, len(taken) + 2) if (name := f"{prefix}new-{number}") not in taken)


def prefix_on_return(member: Member, members: Sequence[Member]) -> str | None:
    """Where the new id of a restarted dynamic `member` can sort, as in `NewIds`. It keeps its client id."""
    if is_random(member):
        return ""
    is_shared = sum(one.client_id == member.client_id for one in members) > 1
    return f"{member.client_id}-" if is_classic(member) and is_shared else None


def id_placements(
    unplaced: Mapping[str, str], known: Sequence[str], most: int
) -> tuple[Iterator[dict[str, str]], bool]:
    """
    New id -> an id that sorts at one of its possible places, for up to `most` orders; and whether these are all.

    `unplaced` maps each new id to its prefix; `known` are the ids of the others. The extremes come first.

    >>> orders, are_all = id_placements({"new-1": ""}, ["b", "a"], 9)
    >>> [sorted(["a", "b", order["new-1"]]) for order in orders], are_all
    ([['!1', 'a', 'b'], ['a', 'a!1', 'b'], ['a', 'b', 'b!1']], True)
    """
    rivals = {prefix: _among(prefix, known) for prefix in set(unplaced.values())}
    sizes = [len(rivals[prefix]) + 1 for prefix in unplaced.values()]
    are_all = prod(sizes) <= most
    orders = product(*map(range, sizes)) if are_all else _some_orders(sizes, most)
    return (_ids_of_order(unplaced, rivals, order) for order in orders), are_all


def _among(prefix: str, known: Sequence[str]) -> list[str]:
    return sorted((one for one in known if one.startswith(prefix)), key=kafka_order)


def _some_orders(sizes: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """All first, all last, spread evenly, then steps through the places, each member shifted at random."""
    yield tuple(0 for _ in sizes)
    yield tuple(size - 1 for size in sizes)
    yield tuple(place * size // len(sizes) for place, size in enumerate(sizes))
    chance = random.Random(0)
    for step in range(1, most - 2):
        if len(sizes) == 1:
            yield (step * (sizes[0] - 1) // (most - 2),)
        else:
            yield tuple(chance.randrange(size) for size in sizes)


def _ids_of_order(
    unplaced: Mapping[str, str], rivals: Mapping[str, Sequence[str]], order: Sequence[int]
) -> dict[str, str]:
    """`!` sorts before all characters of real ids, so `x!1` comes right after `x`."""
    return {
        name: f"{rivals[prefix][place - 1] if place else prefix}!{number}"
        for number, ((name, prefix), place) in enumerate(zip(unplaced.items(), order, strict=True), start=1)
    }
