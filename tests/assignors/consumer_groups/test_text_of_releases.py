"""The text of every release of kafka-consumer-groups gives the group, and a mutated text no less of it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from kafka_assay.assignors.errors import AssayError
from tests.assignors.consumer_groups.imported import owned
from tests.assignors.consumer_groups.text_of_releases import MEMBERS, OFFSETS, STATE, TEXTS, printed, read

LONG = "b-1.orders-cluster.abc123.c2.kafka.eu-central-1.amazonaws.com:9092"


@pytest.mark.parametrize(
    ("release", "says"),
    [
        ("0.9.0.1", "OWNER (Kafka 0.9 to 0.10.1) shows no members: those with the same client"),
        ("2.3.1", "every member owns a partition: the offsets view does not show other members"),
    ],
)
def test_what_the_offsets_view_cannot_show_is_assumed(release: str, says: str) -> None:
    assert read(printed(release, OFFSETS)).assumptions[0].startswith(says)


@pytest.mark.parametrize("release", ["1.1.1", "2.3.1", "4.0.0"])
def test_coordinator_longer_than_its_column_moves_the_cells_behind_it(release: str) -> None:
    state = printed(release, STATE)
    for cell, longer in (("COORDINATOR (ID)", "COORDINATOR (ID)".ljust(67)), ("127.0.0.1:34529", LONG)):
        state = state.replace(cell, longer)

    group = read(state, printed(release, MEMBERS))

    assert ("range", "Stable") == (group.strategy, group.state)


@pytest.mark.parametrize(
    ("release", "view", "column"),
    [("1.1.1", OFFSETS, "CONSUMER-ID"), ("2.6.3", MEMBERS, "ASSIGNMENT"), ("4.0.0", MEMBERS, "CURRENT-EPOCH")],
)
def test_text_wrapped_between_two_headers_is_joined(release: str, view: str, column: str) -> None:
    """One part of the header alone, or both, are the header of another release."""
    text = printed(release, view)
    width = text.index(column)
    parts = [line[start : start + width] for line in text.split("\n") for start in range(0, len(line), width)]

    assert read(text) == read("\n".join(part.rstrip() for part in parts))


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
    text = printed(*TEXTS[seed % len(TEXTS)])
    expected = owned(read(text))
    lines = ["", *text.split("\n")]
    mutated = "\n".join({**REFUSED, **EITHER}[name](dice, lines))
    data = mutated.encode(dice.choice(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-16-le"]))

    try:
        found, said = owned(read(data)), ""
    except AssayError as wrong:
        found, said = expected, str(wrong)

    assert (found, said.count("\n")) == (expected, 0)
    assert name in EITHER or said
