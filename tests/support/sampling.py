"""A sample of a family's groups, to compare two targets on: a function of family, size and seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

from kafka_assay.assignors.life import Life, LifeRun
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.membership.run import run
from kafka_assay.properties.budget import StopBatch
from kafka_assay.properties.input_families import MIXED, family_called
from kafka_assay.properties.measures.subscriptions import subscribers
from kafka_assay.properties.strategies.batches import batch_seed, find_first
from kafka_assay.properties.strategies.choices import Choice, mapped
from kafka_assay.properties.strategies.clean import TINY
from kafka_assay.properties.strategies.drawn import draws_of
from kafka_assay.properties.strategies.groups import groups_of

MOST_EMPTY_BATCHES = 3
"""After this many batches in a row without a new group, the family counts as exhausted."""


def sample(name: str, count: int, seed: int, wanted: Callable[[Group], bool] = lambda _: True) -> list[Group]:
    """`count` different `wanted` groups of the family called `name`; fewer if it has no more. Raises `AssayError`."""
    family = family_called(name)
    found: dict[Group, None] = {}

    def collect(group: Group) -> bool:
        if wanted(group):
            found.setdefault(group)
        if len(found) >= count:
            raise StopBatch
        return False

    number = empty = 0
    while empty < MOST_EMPTY_BATCHES:
        before = len(found)
        try:
            find_first(group_choice(name).strategy, collect, batch_seed(seed, name, number), vary=not family.many_kinds)
        except StopBatch:
            break
        number += 1
        empty = empty + 1 if len(found) == before else 0
    return list(found)


@cache
def group_choice(name: str, *, tiny: bool = False) -> Choice[Group]:
    """The groups of the family called `name`, of any size or tiny. A family of lives gives the last groups of lives."""
    if name == MIXED:
        return groups_of(MIXED, TINY if tiny else None)
    return mapped(draws_of(name, tiny=tiny), lambda one: last_group(one.life) if isinstance(one, LifeRun) else one)


def last_group(life: Life) -> Group:
    """The last group of a `life` in which every answer leaves validly owned partitions and deals out the rest."""
    *_, last = run(life, deal_answer)
    return last.group


def deal_answer(group: Group) -> Assignment:
    """A plain answer: validly owned partitions stay, the rest goes to the members with the fewest."""
    owners = valid_owners(group)
    answer: Assignment = {member.id: {} for member in group.members}
    counts = Counter(owners.values())
    for topic, there in subscribers(group).items():
        for partition in range(group.partition_counts()[topic]):
            owner = owners.get((topic, partition))  # type: ignore[call-overload]
            if owner is None:
                owner = min(there, key=counts.__getitem__)
                counts[owner] += 1
            answer[owner].setdefault(topic, []).append(partition)
    return answer
