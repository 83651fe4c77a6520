"""Lives from real logs (`tests/support/client_logs.py`)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import pairwise

import pytest

from kafka_assay.assignors.consumer_groups.group_from_views import UserHints
from kafka_assay.assignors.consumer_groups.log_views import finish_logs, read_log
from kafka_assay.assignors.consumer_groups.recorded_life import life_from_log
from kafka_assay.assignors.consumer_groups.views import SourceText, Views
from kafka_assay.assignors.life import Life
from kafka_assay.pipeline.replay.recorded import recorded_steps
from tests.support.client_logs import RUNS, logs_of

CLASSIC = [run for run in RUNS if run not in {"java-kip-848", "sarama-sticky"}]
STEPS = 6
TIME = re.compile(r"\d{4}-\d\d-\d\d[ T][\d:]+[.,]\d+|\d{10}\.\d+")


def life_of(logs: Iterable[str]) -> Life:
    """The recorded life of the group in these logs."""
    views: dict[str, Views] = {}
    for log in logs:
        read_log(SourceText(text=log), views)
    finish_logs(views, ())
    (only,) = views.values()
    return life_from_log(only, UserHints())


def facts_of(life: Life) -> list[tuple[object, ...]]:
    """What is recorded, apart from the order of members and from times."""
    return [(one.generation, set(one.members), dict(one.assignment or ())) for one in life.recorded]


def members_of(name: str) -> list[str]:
    return [logs_of(name)[f"{member}.log"] for member in "abcd"]


@pytest.mark.parametrize("name", CLASSIC)
def test_members_and_generations_are_those_of_the_coordinator(name: str) -> None:
    recorded, coordinator = life_of(members_of(name)), life_of([logs_of(name)["broker.log"]])

    seen = [(one.generation, set(one.members)) for one in recorded.recorded]
    assert [(one.generation, set(one.members)) for one in coordinator.recorded if one.members] == seen


@pytest.mark.parametrize("name", CLASSIC)
def test_plans_are_what_the_members_said(name: str) -> None:
    recorded = life_of(members_of(name)).recorded

    settled = {frozenset(one.members): one.assignment or () for one in recorded}
    plans = [
        {member[0]: sorted(f"{topic}-{number}" for topic, ids in claims for number in ids) for member, claims in plan}
        for plan in settled.values()
    ]
    assert json.loads(logs_of(name)["seen.json"]) == plans[:STEPS]


@pytest.mark.parametrize("name", RUNS)
def test_the_coordinators_log_alone_has_the_members_that_said_what_they_own(name: str) -> None:
    """Those of sarama, which logs no members, and of KIP-848, too. An id of KIP-848 is in its member's log."""
    logs = logs_of(name)
    seen = [set(owners) for owners in json.loads(logs["seen.json"])]

    recorded = life_of([logs["broker.log"]]).recorded

    settled = dict.fromkeys(frozenset(one.members) for one in recorded)
    members = [
        {one[0] if one[1] == "-" else next(who for who in "abcd" if one in logs[f"{who}.log"]) for one in some}
        for some in settled
    ]
    assert seen == members[:STEPS]
    generations = [one.generation or 0 for one in recorded]
    assert list(range(generations[0], generations[0] + len(generations))) == generations


@pytest.mark.parametrize("name", CLASSIC)
def test_nothing_contradicts_the_plans(name: str) -> None:
    said = life_of([*members_of(name), logs_of(name)["broker.log"]]).group.assumptions

    assert [] == [sentence for sentence in said if "generation" in sentence]


@pytest.mark.parametrize("name", CLASSIC)
def test_order_and_repetition_of_files_change_nothing(name: str) -> None:
    files = members_of(name)

    assert life_of(files).recorded == life_of([*reversed(files), files[1]]).recorded


@pytest.mark.parametrize("name", CLASSIC)
def test_one_file_with_the_lines_of_all_members_shows_the_same(name: str) -> None:
    timed, last = [], ""
    for log in members_of(name):
        for line in log.splitlines():
            last = next(iter(TIME.findall(line)), last)
            timed.append((last, line))
    lines = [line for _, line in sorted(timed, key=lambda one: one[0])]
    third = len(lines) // 3
    rotated = ["\n".join(part) for part in (lines[2 * third :], lines[:third], lines[third : 2 * third])]

    expected = facts_of(life_of(members_of(name)))
    assert expected == facts_of(life_of(rotated))
    assert expected == facts_of(life_of(["".join(f"==> {text}" for text in members_of(name))]))


def test_each_step_is_one_event_with_its_rounds() -> None:
    life = life_of(members_of("java-cooperative-sticky"))

    changes = [
        ("".join(one.id[0] for one in event.join), "".join(one[0] for one in event.leave)) for event in life.events
    ]
    assert [("b", ""), ("c", ""), ("", "a"), ("d", ""), ("", "c"), ("", "b")] == changes
    assert [None, 0, 0, 1, 1, 2, 3, 3, 4, 5] == [one.event for one in life.recorded]


def test_log_that_begins_in_the_middle_shows_all_generations_and_invents_no_growth_or_move() -> None:
    """Of one member, which joined late, and of the coordinator."""
    logs = logs_of("java-sticky-debug")
    life, coordinator = life_of([logs["d.log"], logs["broker.log"]]), life_of([logs["broker.log"]])

    assert [one.generation for one in coordinator.recorded] == [one.generation for one in life.recorded]
    assert {()} == {event.topics for event in life.events}
    assert any("are there from the start" in said for said in life.group.assumptions)
    steps = recorded_steps(life)
    shown = [one.assignment is not None for one in life.recorded]
    assert [before and after for before, after in pairwise(shown)] == [step.moved is not None for step in steps[1:]]
    assert {True, False} == {step.moved is None for step in steps}


def test_the_coordinator_says_why() -> None:
    why = [one.why for one in life_of([logs_of("aiokafka-roundrobin")["broker.log"]]).recorded]

    assert why[1][0].startswith("Adding new member b-")
    assert why[3][0].startswith("explicit `LeaveGroup` request for (a-")


def test_a_grown_topic_is_an_event_and_no_further_round() -> None:
    plans = ("a=Assignment(partitions=[t-0, t-1])", "a=Assignment(partitions=[t-0, t-1, t-2])")
    log = "".join(
        f"[Consumer clientId=a, groupId=g] Finished assignment for group at generation {number}: {{{plan}}}\n"
        for number, plan in enumerate(plans, start=1)
    )

    life = life_of([log])

    assert {"t": 2} == life.group.partition_counts()
    assert [(("t", 3),)] == [event.topics for event in life.events]


def test_why_a_leader_had_to_leave_is_said_though_its_log_lacks_the_generation() -> None:
    """A member that is too slow leaves, and its group goes on without it."""
    client, plan = "[Consumer clientId=a, groupId=g]", "a=Assignment(partitions=[t-0])"
    left = "Member a sending LeaveGroup request to coordinator b:9092 due to consumer poll timeout has expired."
    log = (
        f"{client} Successfully joined group with generation Generation{{generationId=3, memberId='a', protocol='x'}}\n"
        f"{client} Finished assignment for group at generation 3: {{{plan}}}\n{client} {left}\n"
        f"{client} Finished assignment for group at generation 5: {{{plan}}}\n"
    )

    said = "generation 4 is not in the log, but why it was due: a: consumer poll timeout has expired."
    assert said in life_of([log]).group.assumptions
