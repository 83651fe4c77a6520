"""Lives of real groups: the model reproduces every generation that the clients reported."""

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.formats.life_format import life_from_json
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.life import Life
from kafka_assay.membership.run import run
from kafka_assay.pipeline.replay.life_input import bundled_life
from tests.support.kafka.hash_order import in_hash_order

RECORDED = Path(__file__).parents[1] / "data" / "recorded_lives"

Owners = dict[str, dict[str, list[int]]]


def recorded_life(name: str) -> Life:
    return life_from_json(json.loads(bundled_life(f"recorded-{name}")))


def recorded_generations(name: str) -> list[tuple[int, Owners]]:
    """Generation and what each client then owned. Clients that missed the sync are absent."""
    lines = (RECORDED / f"recorded-{name}.jsonl").read_text("utf-8").splitlines()
    return [(line["generation"], owners_in(line["assignment"])) for line in map(json.loads, lines)]


def owners_in(assignment: Mapping[str, Any], absent: Collection[str] = ()) -> Owners:
    return {
        member: {topic: sorted(ids) for topic, ids in topics.items() if ids}
        for member, topics in assignment.items()
        if member not in absent
    }


def run_generations(life: Life, name: str, *, is_hashed: bool = True) -> list[tuple[int, Owners]]:
    """The same from the model. `is_hashed`: members in the order of the hashes of their names, as Kafka lists them."""
    target = ReferenceTarget(name)
    steps = run(life, lambda group: target.assign(in_hash_order(group) if is_hashed else group))
    return [(step.generation, owners_in(step.answer, step.without_sync)) for step in steps]


@pytest.mark.parametrize(("name", "generations"), [("cooperative-sticky", 26), ("range", 16), ("sticky", 16)])
def test_the_model_reproduces_every_generation_of_a_real_group(name: str, generations: int) -> None:
    recorded = recorded_generations(name)

    assert generations == len(recorded)
    assert recorded == run_generations(recorded_life(name), name)


def test_a_generation_more_comes_from_the_missed_syncs() -> None:
    life = recorded_life("cooperative-sticky")
    prompt = replace(life, events=tuple(replace(event, miss_sync=()) for event in life.events))

    assert 3 == sum(bool(event.miss_sync) for event in life.events)
    assert 25 == len(run_generations(prompt, "cooperative-sticky"))


def test_the_order_of_members_decides_who_gets_a_partition() -> None:
    def last_loads(generations: list[tuple[int, Owners]]) -> list[int]:
        return sorted(sum(map(len, topics.values())) for topics in generations[-1][1].values())

    life = recorded_life("cooperative-sticky")
    listed = run_generations(life, "cooperative-sticky", is_hashed=False)
    recorded = recorded_generations("cooperative-sticky")

    assert recorded != listed
    assert last_loads(recorded) == last_loads(listed)
