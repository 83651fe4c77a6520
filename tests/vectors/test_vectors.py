"""The vectors are proved by brute force, kept by the references, and match their schema."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json, group_to_json
from kafka_assay.assignors.model import group_of
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.judging.cause import find_excuse
from kafka_assay.properties.judging.evidence import GivenAnswer
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.verdict import Broken
from studies.vectors.expectations import NEWEST, expect
from studies.vectors.vector_files import FOLDER, runner
from tests.studies.formats.validation import complaints
from tests.support.engines.every_plan import count_plans, every_plan

FILES = sorted(path.name for path in FOLDER.glob("*.json"))
COOPERATIVE = "cooperative-sticky"


@cache
def vectors_in(file: str) -> list[dict[str, Any]]:
    """The vectors of a file."""
    vectors: list[dict[str, Any]] = json.loads((FOLDER / file).read_text(encoding="utf-8"))["vectors"]
    return vectors


EVERY = [vector for file in FILES for vector in vectors_in(file)]
SMALL = [
    (vector, strategy)
    for vector in EVERY
    for strategy in vector["strategies"]
    if strategy != COOPERATIVE and NEWEST not in vector["flags"]
    if vector["expect"].keys() & {"sum_of_squares", "most_moves"}
    if count_plans(group_from_json(vector["group"])) <= 80
][::4]


def faults(vector: dict[str, Any], answer: dict[str, dict[str, list[int]]]) -> list[str]:
    """What is wrong with an answer, as the runner in Python says."""
    found: list[str] = runner().faults(vector, answer)
    return found


@pytest.mark.parametrize("file", FILES)
def test_files_match_the_schema_and_each_id_is_there_once(file: str) -> None:
    assert [] == complaints(json.loads((FOLDER / file).read_text(encoding="utf-8")))
    assert len(EVERY) == len({vector["id"] for vector in EVERY})


@pytest.mark.parametrize("file", sorted((FOLDER / "runners").glob("*.*")), ids=lambda file: file.name)
def test_runner_has_at_most_60_lines_of_100_characters(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()

    assert 60 >= len(lines)
    assert 100 >= max(map(len, lines))


def test_there_are_a_few_hundred_groups_and_half_of_them_say_more_than_valid() -> None:
    more = [vector for vector in EVERY if set(vector["expect"]) - {"valid", "may_own", "answers_within_seconds"}]

    assert 200 <= len({json.dumps(vector["group"]) for vector in EVERY}) <= 500
    assert len(EVERY) / 2 <= len(more)


def test_every_lawful_plan_meets_the_expectation_and_some_valid_plan_does_not() -> None:
    """Brute force over all plans of small groups, judged by the laws of the strategy that one answer decides."""
    refused = 0
    for vector, strategy in SMALL:
        group, promises = group_from_json(vector["group"]), parse_likeness(strategy).promises
        laws = promised_laws(promises)
        for plan in every_plan(group):
            given = GivenAnswer(answer=plan, promises=promises, answers_with_target=True)
            is_lawful = not any(
                isinstance(one.verdict, Broken) for one in judge_example(given, laws, group, family=None)
            )
            found = faults(vector, plan)
            refused += bool(found)
            assert not (is_lawful and found), (vector["id"], strategy, plan, found)
    assert len(SMALL) > 20 < refused


def test_references_meet_the_vectors_of_their_strategy_except_for_declared_failures() -> None:
    asked = 0
    for vector in EVERY:
        group = group_from_json(vector["group"])
        for strategy in vector["strategies"]:
            reference = reference_assignor(strategy)
            found = faults(vector, reference.assign(group))
            declared = getattr(reference, "expected_failures", ())
            excused = any(find_excuse(declared, failure.law, None, group) for failure in declared)
            asked += 1
            assert not found or excused, (vector["id"], strategy, found)
    assert asked >= len(EVERY)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"C0": {"t0": [0], "t1": [0]}, "C1": {"t0": [1], "t1": [1]}}, "the members are ['C0', 'C1']"),
        ({"C0": {"t0": [0], "t1": [0]}, "C1": {"t0": [1], "t1": [1]}, "C2": {"t2": [0]}}, "t2-0 is given to C2"),
        ({"C0": {"t0": [0], "t1": [0]}, "C1": {"t0": [1]}, "C2": {"t1": [0, 1]}}, "t1-0 is given to C0 and C2"),
        ({"C0": {"t0": [0]}, "C1": {"t0": [1]}, "C2": {"t1": [1]}}, "t1-0 is given to nobody"),
        ({"C0": {"t0": [0], "t1": [0]}, "C1": {"t0": [1], "t1": [1]}, "C2": {}}, "the loads are not even"),
        ({"C0": {"t0": [1], "t1": [0]}, "C1": {"t0": [0]}, "C2": {"t1": [1]}}, "3 moves, and fewer are enough"),
    ],
)
def test_runner_names_what_is_wrong(wrong: dict[str, dict[str, list[int]]], says: str) -> None:
    (vector,) = [one for one in EVERY if one["id"] == "kip-54-3-join/sticky"]

    assert any(says in one for one in faults(vector, wrong))


def test_round_of_a_cooperative_strategy_may_wait_but_not_take_and_not_stay_uneven() -> None:
    group = group_of({"t": 2}, {"A": ["t"], "B": ["t"]}, {"A": {"t": [0, 1]}}, generation=1)
    vector = {"group": group_to_json(group), "expect": expect(group, COOPERATIVE)}

    assert [] == faults(vector, {"A": {"t": [0]}, "B": {}})
    taken, repeated = {"A": {"t": [0]}, "B": {"t": [1]}}, {"A": {"t": [0, 1]}, "B": {}}
    assert ["t-1 is given to B, and may go to ['', 'A']"] == faults(vector, taken)
    assert ["nothing moves, but it is not balanced"] == faults(vector, repeated)
