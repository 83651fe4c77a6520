"""
Two thousand mutated inputs of all formats: each gives all that it still holds, or one line of refusal.

What a text holds are *facts*: (topic, partition, owner). A line holds what it says alone, or together with the header
above it; a document holds all of its facts; a log holds those of its plans. A mutated text holds the facts of each line
that it left whole (with its header), and of each document that it left whole. *Less* is a result without one of them,
unless an assumption says that something is missing or was replaced.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random

import pytest

from kafka_assay.assignors.consumer_groups.group_from_views import UserHints, group_from_views
from kafka_assay.assignors.consumer_groups.log_views import finish_logs
from kafka_assay.assignors.consumer_groups.pasted_text import header_line
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.documents import decode_text
from kafka_assay.assignors.leader_logs.recording import record
from tests.assay.shell import CAPTURES
from tests.assignors.consumer_groups.imported import views_of
from tests.assignors.consumer_groups.test_described_groups import KAFKA_PYTHON_2, SHAPES
from tests.assignors.consumer_groups.test_other_sources import EXPANDED, JAVA_4_3, JAVA_BY_HAND, MIRROR, burrow, lag
from tests.assignors.consumer_groups.test_pasted_text import HABITS
from tests.assignors.consumer_groups.test_rpk_text import CLUSTER_OFFSETS, TABLE, TODAY, YAML
from tests.support.packed_files import unpacked

DATA = Path(__file__).parents[2] / "data"
FILES = [
    *sorted(CAPTURES.glob("text/*/*.txt")),
    DATA / "connect-4.3.1.json",
    *sorted(unpacked("described").iterdir()),
    *sorted((DATA / "logs").glob("[afk]*-r*.log")),
    *sorted(path for path in unpacked("reports").glob("*/*") if path.suffix in {".txt", ".log"}),
]
BURROW = burrow(*(lag(f"t{place % 2}", place // 2, f"/h{place % 3}", "app", place) for place in range(6)))
WRITTEN = (
    *(json.dumps(shape, indent=1) for shape in (*SHAPES.values(), BURROW, EXPANDED)),
    *(f"{TODAY}\n{TABLE}", CLUSTER_OFFSETS, YAML, JAVA_4_3, JAVA_BY_HAND, KAFKA_PYTHON_2, MIRROR),
)
RUNS, TRIALS_A_RUN = 20, 100

Fact = tuple[str, int, str]
Mutation = Callable[[Random, list[str]], list[str]]


def read(text: str) -> tuple[set[Fact], str]:
    """The facts of all groups in a text, and what is assumed about them."""
    groups = views_of(text, names=("billing",))
    finish_logs(groups, ("billing",))
    facts: set[Fact] = set()
    said: list[str] = []
    for views in groups.values():
        group = group_from_views(views, UserHints())
        said += group.assumptions
        plans: list[Mapping[str, Iterable[tuple[str, int]]]] = [{one.id: one.claims() for one in group.members}]
        if views.facts:
            plans = [one.plan or {} for one in record(views.facts).rebalances]
        facts |= {(*place, owner) for plan in plans for owner, share in plan.items() for place in share}
    return facts, " ".join(said)


def read_or_refuse(data: bytes) -> tuple[set[Fact], str, str]:
    """The same of a file, and why it is refused."""
    try:
        return *read(decode_text(data)), ""
    except AssayError as wrong:
        return set(), "", str(wrong)


@cache
def facts_of(text: str) -> set[Fact]:
    """The facts; none where the text is refused."""
    return read_or_refuse(text.encode())[0]


@cache
def sources() -> list[str]:
    """All texts that can be imported."""
    texts = [decode_text(path.read_bytes()) for path in FILES]
    without_slash = [text.replace(" /", "  ") for text in texts if text.lstrip().startswith("CONSUMER-ID")]
    return [text for text in (*texts, *without_slash, *WRITTEN) if facts_of(text)]


@cache
def facts_of_lines(text: str) -> dict[tuple[str, str], set[Fact]]:
    """What each line says with the header above it (empty: alone)."""
    header, found = "", {}
    for line in text.split("\n"):
        if header_line(line):
            header = line
        elif facts := facts_of(f"{header}\n{line}"):
            found[header, line] = facts
    return found


def held_in(mutated: str, texts: list[str]) -> set[Fact]:
    """The facts that a text made of `texts` left whole."""
    documents = [facts_of(text) for text in texts if text.strip() in mutated]
    whole = {"", *mutated.split("\n")}
    lines = [facts for text in texts for pair, facts in facts_of_lines(text).items() if whole.issuperset(pair)]
    return set().union(*documents, *lines)


def _space(random: Random, lines: list[str]) -> list[str]:
    return [part for line in lines for part in (line, "")]


def _cut(random: Random, lines: list[str]) -> list[str]:
    text = "\n".join(lines)
    start, end = sorted(random.randrange(len(text) + 1) for _ in range(2))
    return random.choice([text[:end], text[start:], text[:start] + text[end:]]).split("\n")


def _cut_right(random: Random, lines: list[str]) -> list[str]:
    width = random.choice([40, 60, 80, 100, 120, 132, 160])
    return [line[:width] for line in lines]


def _double(random: Random, lines: list[str]) -> list[str]:
    start, end = sorted(random.randrange(len(lines) + 1) for _ in range(2))
    place = random.choice([end, random.randrange(len(lines) + 1)])
    return [*lines[:place], *lines[start:end], *lines[place:]]


def _drop(random: Random, lines: list[str]) -> list[str]:
    return [line for line in lines if random.random() > 0.2]


def _shuffle(random: Random, lines: list[str]) -> list[str]:
    first = min(random.choice([0, 1, 2, 6]), len(lines))
    return [*lines[:first], *random.sample(lines[first:], len(lines) - first)]


def _insert(random: Random, lines: list[str]) -> list[str]:
    strange = random.choice(
        ["", "", "...", "Why?", "$ ls", "[2026-01-02 10:00:00,123] WARN slow", "```", "-----", "# x"]
    )
    place = random.randrange(len(lines) + 1)
    return [*lines[:place], strange, *lines[place:]]


def _paste(random: Random, lines: list[str]) -> list[str]:
    habit = random.choice(["compose", "times", "quoted", "fence", "prompt", "colours", "wide spaces", "watch", "code"])
    return HABITS[habit](lines)


MUTATIONS: list[Mutation] = [_cut, _cut, _cut_right, _double, _drop, _shuffle, _insert, _paste, _space]
ENCODINGS = ["utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1"]


def mutants(seed: int) -> Iterator[tuple[list[str], str, bytes]]:
    """One text or two in one, what up to two mutations made of it, and that in some encoding, with some line ends."""
    random = Random(seed)
    for _ in range(TRIALS_A_RUN):
        texts = random.sample(sources(), random.choice([1, 1, 1, 2]))
        lines = random.choice(["\n", "\n\n", "\nAnd this:\n\n", "\n$ \n"]).join(texts).split("\n")
        for mutation in random.sample(MUTATIONS, random.choice([1, 1, 2]) - (len(texts) > 1)):
            lines = mutation(random, lines) or [""]
        mutated = "\n".join(lines)
        data = mutated.replace("\n", random.choice(["\n", "\n", "\r\n", "\r"]))
        yield texts, mutated, data.encode(random.choice(ENCODINGS), "replace")


NAMED = ("more than once", "rows were left out", "rows are missing", "views were taken at different times")
"""What an assumption says where something is missing or was replaced."""


@pytest.mark.parametrize("seed", range(RUNS))
def test_mutated_input_gives_what_it_holds_or_one_line(seed: int) -> None:
    for texts, mutated, data in mutants(seed):
        held = held_in(mutated, texts)

        found, said, refused = read_or_refuse(data)

        assert "\n" not in refused
        assert refused or held <= found or any(name in said for name in NAMED), (
            f"{sorted(held - found)[:3]} of {data!r}"
        )
