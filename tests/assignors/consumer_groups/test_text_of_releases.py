"""The text of every release of kafka-consumer-groups gives the group, and a mutated text no less of it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from kafka_assay.assignors.errors import AssayError
from tests.assignors.consumer_groups.imported import owned
from tests.assignors.consumer_groups.text_of_releases import OWNED, OWNERS, members, offsets, read, state

LONG = "b-1.orders-cluster.abc123.c2.kafka.eu-central-1.amazonaws.com:9092"


@pytest.mark.parametrize("release", ["0.9", "0.10.0"])
def test_oldest_releases_show_owners_instead_of_members(release: str) -> None:
    group = read(offsets(release))

    assert [*OWNERS.values()] == [*owned(group).values()]
    assert "consumer-app-2_/10.0.0.2" == group.members[1].id
    assert ("/10.0.0.2", "consumer-app-2") == (group.members[1].host, group.members[1].client_id)
    assert group.assumptions[0].startswith("OWNER (Kafka 0.9 to 0.10.1) shows no members: those with the same client")


@pytest.mark.parametrize("release", ["0.10.2", "1.1", "2.0", "2.3", "4.0 verbose"])
def test_offsets_view_of_each_release_shows_owners_and_offsets(release: str) -> None:
    """In 0.10.2 to 1.0 also the members that own nothing; CONSUMER-ID and HOST may touch there."""
    group = read(offsets(release))

    assert owned(group) == (OWNED if release == "0.10.2" else OWNERS)
    assert {(120,) * 5, (120,) * 2} == {topic.committed_offsets for topic in group.topics}
    assert ("every member owns a partition" in " ".join(group.assumptions)) == (release != "0.10.2")


@pytest.mark.parametrize("release", ["1.1", "2.0", "2.3", "2.6", "3.9", "4.0"])
@pytest.mark.parametrize("coordinator", ["kafka-1:9092", LONG])
def test_all_views_of_each_release_show_the_whole_group(release: str, coordinator: str) -> None:
    """A coordinator longer than its column moves the cells behind it."""
    group = read(members(release), state(release, coordinator), offsets(release))

    assert OWNED == owned(group)
    assert ("range", "Stable") == (group.strategy, group.state)
    assert (5 if release == "4.0" else None) == group.members[0].generation


TEXTS = [offsets(one) for one in ("0.9", "0.10.0", "0.10.2", "1.1", "2.3", "4.0 verbose")]
TEXTS += [members(one) for one in ("1.1", "2.3", "2.6", "4.0")]

Mutation = Callable[[random.Random, list[str]], list[str]]


def _cut(dice: random.Random, lines: list[str]) -> list[str]:
    """Not in the last cell: a shorter client id looks like any other."""
    place = dice.randrange(len(lines))
    cut = lines[place][: dice.randint(1, max(1, len(lines[place].rstrip().rpartition(" ")[0])))]
    return [*lines[:place], cut, *lines[place + 1 :]]


def _wrap(dice: random.Random, lines: list[str]) -> list[str]:
    width = dice.choice([60, 80, 100, 132])
    return [line[start : start + width] for line in lines for start in range(0, max(1, len(line)), width)]


REFUSED: dict[str, Mutation] = {
    "header last": lambda _, lines: [*lines[2:], lines[1]],
    "no header": lambda _, lines: lines[2:],
    "two lines in one": lambda _, lines: [*lines[:2], lines[2] + lines[3], *lines[4:]],
    "cell shortened": lambda dice, lines: [*lines[:2], lines[2][: dice.randint(20, 90)] + "...", *lines[3:]],
}
EITHER: dict[str, Mutation] = {
    "row cut": _cut,
    "all lines cut": lambda dice, lines: [line[: dice.choice([60, 80, 100, 125])] for line in lines],
    "lines shuffled": lambda dice, lines: dice.sample(lines, len(lines)),
    "spaces joined": lambda _, lines: [re.sub(" +", " ", line) for line in lines],
    "wrapped": _wrap,
}


@pytest.mark.parametrize("name", [*REFUSED, *EITHER])
@pytest.mark.parametrize("seed", range(20))
def test_mutated_text_gives_all_facts_or_one_line(name: str, seed: int) -> None:
    """Never a part of the facts without a word."""
    dice = random.Random(f"{name} {seed}")
    text = TEXTS[seed % len(TEXTS)]
    expected = owned(read(text))
    lines = ["", *text.strip("\n").split("\n")]
    mutated = "\n".join({**REFUSED, **EITHER}[name](dice, lines))
    data = mutated.encode(dice.choice(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-16-le"]))

    try:
        found, said = owned(read(data)), ""
    except AssayError as wrong:
        found, said = expected, str(wrong)

    assert (found, said.count("\n")) == (expected, 0)
    assert name in EITHER or said
