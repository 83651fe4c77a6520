"""
Lives from real logs: seven clients, each in groups of four members on a broker of Kafka 4.3.1.

Java is kafka-clients 4.4.0; kafka-python 3.0.12, aiokafka 0.14.0, confluent-kafka 2.16.1 (librdkafka 2.16.0), kafkajs
2.2.4, franz-go 1.22.2, sarama 1.61.1. `tests/data/logs/CLIENT-STRATEGY/` has the log of each member, cut to what
concerns the group, and the coordinator's. Members a, b and c joined, a left, d joined, c left, and the rest stopped.
`seen.json` is what the members' callbacks had said after each of these steps.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

from kafka_assay.assignors.consumer_groups.group_from_views import UserHints
from kafka_assay.assignors.consumer_groups.log_views import finish_logs, read_log
from kafka_assay.assignors.consumer_groups.recorded_life import life_from_log
from kafka_assay.assignors.consumer_groups.views import SourceText, Views
from kafka_assay.assignors.life import Life
from kafka_assay.pipeline.replay.recorded import recorded_steps

LOGS = Path(__file__).parents[2] / "data" / "logs"
CLASSIC = sorted(one.name for one in LOGS.iterdir() if one.name not in {"java-kip-848", "sarama-sticky"})
STEPS = 6
TIME = re.compile(r"\d{4}-\d\d-\d\d[ T][\d:]+[.,]\d+|\d{10}\.\d+")


def life_of(files: Iterable[Path]) -> Life:
    """The recorded life of the group in these files."""
    views: dict[str, Views] = {}
    for file in files:
        read_log(SourceText(text=file.read_text("utf-8")), views)
    finish_logs(views, ())
    (only,) = views.values()
    return life_from_log(only, UserHints())


def facts_of(life: Life) -> list[tuple[object, ...]]:
    """What is recorded, apart from the order of members and from times."""
    return [(one.generation, set(one.members), dict(one.assignment or ())) for one in life.recorded]


def logs_of(name: str) -> list[Path]:
    return [LOGS / name / f"{member}.log" for member in "abcd"]


@pytest.mark.parametrize("name", CLASSIC)
def test_members_and_generations_are_those_of_the_coordinator(name: str) -> None:
    recorded, coordinator = life_of(logs_of(name)), life_of([LOGS / name / "broker.log"])

    seen = [(one.generation, set(one.members)) for one in recorded.recorded]
    assert [(one.generation, set(one.members)) for one in coordinator.recorded if one.members] == seen


@pytest.mark.parametrize("name", CLASSIC)
def test_plans_are_what_the_members_said(name: str) -> None:
    recorded = life_of(logs_of(name)).recorded

    settled = {frozenset(one.members): one.assignment or () for one in recorded}
    plans = [
        {member[0]: sorted(f"{topic}-{number}" for topic, ids in claims for number in ids) for member, claims in plan}
        for plan in settled.values()
    ]
    assert json.loads((LOGS / name / "seen.json").read_text("utf-8")) == plans[:STEPS]


@pytest.mark.parametrize("name", CLASSIC)
def test_nothing_contradicts_the_plans(name: str) -> None:
    said = life_of([*logs_of(name), LOGS / name / "broker.log"]).group.assumptions

    assert [] == [sentence for sentence in said if "generation" in sentence]


@pytest.mark.parametrize("name", CLASSIC)
def test_order_and_repetition_of_files_change_nothing(name: str) -> None:
    files = logs_of(name)

    assert life_of(files).recorded == life_of([*reversed(files), files[1]]).recorded


@pytest.mark.parametrize("name", CLASSIC)
def test_one_file_with_the_lines_of_all_members_shows_the_same(name: str, tmp_path: Path) -> None:
    timed, last = [], ""
    for file in logs_of(name):
        for line in file.read_text("utf-8").splitlines():
            last = next(iter(TIME.findall(line)), last)
            timed.append((last, line))
    lines = [line for _, line in sorted(timed, key=lambda one: one[0])]
    pieces = [tmp_path / str(number) for number in range(3)]
    for number, piece in enumerate(pieces):
        piece.write_text("\n".join(lines[number * len(lines) // 3 : (number + 1) * len(lines) // 3]))

    assert facts_of(life_of(logs_of(name))) == facts_of(life_of([pieces[2], pieces[0], pieces[1]]))


def test_each_step_is_one_event_with_its_rounds() -> None:
    life = life_of(logs_of("java-cooperative-sticky"))

    changes = [
        ("".join(one.id[0] for one in event.join), "".join(one[0] for one in event.leave)) for event in life.events
    ]
    assert [("b", ""), ("c", ""), ("", "a"), ("d", ""), ("", "c"), ("", "b")] == changes
    assert [None, 0, 0, 1, 1, 2, 3, 3, 4, 5] == [one.event for one in life.recorded]


def test_log_that_begins_in_the_middle_shows_all_generations_and_invents_no_growth_or_move() -> None:
    """Of one member, which joined late, and of the coordinator."""
    folder = LOGS / "java-sticky-debug"
    life, coordinator = life_of([folder / "d.log", folder / "broker.log"]), life_of([folder / "broker.log"])

    assert [one.generation for one in coordinator.recorded] == [one.generation for one in life.recorded]
    assert {()} == {event.topics for event in life.events}
    assert any("are there from the start" in said for said in life.group.assumptions)
    steps = recorded_steps(life)
    shown = [one.assignment is not None for one in life.recorded]
    assert [before and after for before, after in pairwise(shown)] == [step.moved is not None for step in steps[1:]]
    assert {True, False} == {step.moved is None for step in steps}


def test_the_coordinator_says_why() -> None:
    why = [one.why for one in life_of([LOGS / "aiokafka-roundrobin" / "broker.log"]).recorded]

    assert why[1][0].startswith("Adding new member b-")
    assert why[3][0].startswith("explicit `LeaveGroup` request for (a-")


def test_a_grown_topic_is_an_event_and_no_further_round(tmp_path: Path) -> None:
    plans = ("a=Assignment(partitions=[t-0, t-1])", "a=Assignment(partitions=[t-0, t-1, t-2])")
    log = tmp_path / "app.log"
    log.write_text(
        "".join(
            f"[Consumer clientId=a, groupId=g] Finished assignment for group at generation {number}: {{{plan}}}\n"
            for number, plan in enumerate(plans, start=1)
        )
    )

    life = life_of([log])

    assert {"t": 2} == life.group.partition_counts()
    assert [(("t", 3),)] == [event.topics for event in life.events]
