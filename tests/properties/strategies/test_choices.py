"""Tests of `kafka_assay.properties.strategies.choices`: a seeded generator makes the groups that Hypothesis makes."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from kafka_assay.properties.input_families import FAMILIES, is_member_of
from kafka_assay.properties.strategies.choices import SeededDraw, booleans, integers, items, lists, mapped, sets, tuples
from kafka_assay.properties.strategies.drawn import draws_of

DRAWS = 300


@pytest.mark.parametrize("name", FAMILIES)
def test_seeded_draws_belong_to_their_family(name: str) -> None:
    choice = draws_of(name)
    drawn = [choice.pick(SeededDraw(Random(seed))) for seed in range(DRAWS)]

    assert [] == [example for example in drawn if not is_member_of(name, example)]
    assert len(set(drawn)) > DRAWS * 0.9


def test_a_seed_determines_the_draw() -> None:
    choice = draws_of("mixed")

    assert choice.pick(SeededDraw(Random(3))) == choice.pick(SeededDraw(Random(3)))


def test_choices_stay_within_their_bounds() -> None:
    draw = SeededDraw(Random(0))
    pairs = lists(tuples(integers(2, 4), integers(0, 1)), least=1, most=3)

    drawn = [pairs.pick(draw) for _ in range(200)]
    assert {1, 2, 3} == {len(one) for one in drawn}
    assert {(a, b) for a in (2, 3, 4) for b in (0, 1)} == {pair for one in drawn for pair in one}
    assert {True, False} == {booleans().pick(draw) for _ in range(50)}
    assert {"x", "y"} == {items("xy").pick(draw) for _ in range(50)}
    assert {"0", "1"} == {mapped(integers(0, 1), str).pick(draw) for _ in range(50)}
    chosen = [sets(3, most=2).pick(draw) for _ in range(200)]
    assert {1, 2} == {len(one) for one in chosen}
    assert {0, 1, 2} == set().union(*chosen)


def test_seeded_draws_need_no_hypothesis() -> None:
    script = (
        "import sys; from random import Random\n"
        "from kafka_assay.properties.strategies.choices import SeededDraw\n"
        "from kafka_assay.properties.input_families import FAMILIES\n"
        "from kafka_assay.properties.strategies.drawn import draws_of\n"
        "[draws_of(name).pick(SeededDraw(Random(0))) for name in FAMILIES]\n"
        "print('hypothesis' in sys.modules)"
    )

    assert (
        "False\n" == subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    )
