"""A sample of a family's groups, to compare two targets on: a function of family, size and seed."""

from __future__ import annotations

from collections import Counter
from functools import cache

from kafka_assay.assignors.life import Life, LifeRun
from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.membership.run import run
from kafka_assay.properties.input_families import MIXED
from kafka_assay.properties.strategies.choices import Choice, mapped
from kafka_assay.properties.strategies.clean import TINY
from kafka_assay.properties.strategies.drawn import drawn_example, draws_of
from kafka_assay.properties.strategies.groups import groups_of
from tests.support.mutants.edits import deal

MOST_DRAWS = 4
"""A family that has drawn so many times the wanted number of groups counts as exhausted."""


def sample(name: str, count: int, seed: int) -> list[Group]:
    """The first `count` different groups that a search draws of a family; fewer if it has no more."""
    found: dict[Group, None] = {}
    for number in range(MOST_DRAWS * count):
        example = drawn_example(name, seed, number)
        found.setdefault(last_group(example.life) if isinstance(example, LifeRun) else example)
        if len(found) == count:
            break
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
    counts = Counter(owners.values())

    def choose(partition: TopicPartition, readers: list[str], _: Assignment) -> str:
        if partition not in owners:
            owners[partition] = min(readers, key=counts.__getitem__)
            counts[owners[partition]] += 1
        return owners[partition]

    return deal(group, choose)
