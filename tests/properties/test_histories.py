"""Tests of the family `histories`: lives from an empty group, run by the model of coordinator and members."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from kafka_assay.assignors.formats.life_format import life_from_json, life_to_json
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import Promise, Target
from kafka_assay.assignors.life import Event, Life, LifeRun
from kafka_assay.assignors.life_members import LifeMember, Protocol
from kafka_assay.assignors.model import Assignment, Group, Member, group_of
from kafka_assay.membership.client_families import GUESTS, model_of
from kafka_assay.properties.input_families import HISTORIES, is_member_of
from kafka_assay.properties.judging.history_cast import cast_life
from kafka_assay.properties.judging.rebalances import Rebalance, run_rebalances
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.records.case_format import case_from_json, case_to_json
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check, check_group
from kafka_assay.properties.shrink.examples import simpler_examples
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.reports.check.lines import breach_lines
from kafka_assay.reports.wording.life_story import life_sentences
from tests.properties.stand_ins import StandIn, first_takes_all, in_turn, right


def history(number: int) -> LifeRun:
    """A drawn history."""
    example = drawn_example(HISTORIES, 0, number)
    assert isinstance(example, LifeRun)
    return example


def clients_of(life: Life) -> list[LifeMember]:
    """How the members of a history run, those of the start and those that join."""
    return [*life.runs, *(one for event in life.events for one in event.runs)]


def rebalances_of(name: str, run: LifeRun) -> list[Rebalance]:
    """The rebalances of a history with this reference."""
    with closing(open_target(name)) as target:
        return list(run_rebalances(target, run))


def two_members(*events: Event, client: str | None = None, protocol: Protocol = Protocol.EAGER) -> LifeRun:
    """A life of `C0` and `C1` on two partitions. `C1` runs `client`, `C0` the newest Java client, if there is one."""
    runs = (LifeMember(member="C0", client="kafka-clients"), LifeMember(member="C1", client=client)) if client else ()
    group = group_of({"t": 2}, {"C0": ["t"], "C1": ["t"]})
    return LifeRun(life=Life(group=group, events=events, protocol=protocol, runs=runs))


def target_called(name: str, *promises: Promise, like: str | None = None, implementation: str = "") -> Target:
    """What the cast of a history looks at."""
    target = SimpleNamespace(name=name, like=like, promises=frozenset(promises), implementation=implementation)
    return cast("Target", target)


def loses_stale_claims(group: Group) -> Assignment:
    """Round-robin's answer without the partitions that a member of an older generation claims: a fault."""
    owners = [member for member in group.members if member.owned]
    newest = max((member.claimed_generation() for member in owners), default=0)
    stale = {claim for member in owners if member.claimed_generation() < newest for claim in member.claims()}
    return {
        member: {topic: [one for one in ids if (topic, one) not in stale] for topic, ids in mine.items()}
        for member, mine in right(group).items()
    }


def test_nobody_claims_anything_at_the_start() -> None:
    for life in (history(number).life for number in range(30)):
        assert {(), None} >= {part for member in life.group.members for part in (member.owned, member.generation)}
        assert 2 <= len(life.group.members) <= 5
        assert 1 <= len(life.events) <= 6
        assert life == life_from_json(json.loads(json.dumps(life_to_json(life))))


@pytest.mark.parametrize("name", ["sticky", "cooperative-sticky", "server-uniform"])
def test_every_group_of_a_history_is_of_the_family(name: str) -> None:
    for rebalance in (one for number in range(40) for one in rebalances_of(name, history(number))):
        assert is_member_of(HISTORIES, rebalance.trial.group), traits(rebalance.trial.group)
        assert is_member_of(HISTORIES, rebalance.example)


def test_histories_reach_stale_foreign_and_ghost_claims() -> None:
    groups = [step.trial.group for number in range(200) for step in rebalances_of("sticky", history(number))]
    found = frozenset().union(*map(traits, groups))

    assert {"stale-claims", "foreign-claims", "ghost-claims", "missing-topics", "static-members"} <= found


CONSUMER = {"librdkafka", "franz-go", "platformatic"}


@pytest.mark.parametrize(
    ("target", "protocol", "host", "guests"),
    [
        (target_called("sticky"), Protocol.EAGER, "kafka-clients", {"franz-go", "kafka-python", "aiokafka"}),
        (target_called("python:mine:Mine", Promise.COOPERATIVE), Protocol.COOPERATIVE, "kafka-clients", set()),
        (target_called("maven:g:a:1:C", like="server-uniform"), Protocol.CONSUMER, "kafka-clients", CONSUMER),
        (
            target_called("go:github.com/twmb/franz-go@v1.22.2:cooperative-sticky", Promise.COOPERATIVE),
            Protocol.COOPERATIVE,
            "franz-go",
            {"kafka-clients", "librdkafka", "kafka-python", "sarama", "platformatic"},
        ),
        (target_called("aiokafka==0.12:sticky"), Protocol.EAGER, "aiokafka", {"franz-go", "kafka-python"}),
        (target_called("npm:kafkajs@2.2.4:roundrobin"), Protocol.EAGER, "kafkajs", set()),
        (
            target_called("wire:node c.mjs {bootstrap} {topics}#roundrobin", implementation="platformatic-kafka"),
            Protocol.EAGER,
            "platformatic",
            {"kafka-clients", "librdkafka", "franz-go", "sarama", "kafka-python", "aiokafka"},
        ),
        (
            target_called("wire:./mine {bootstrap} {topics}#sticky", implementation="mine"),
            Protocol.EAGER,
            "kafka-clients",
            {"franz-go", "kafka-python", "aiokafka"},
        ),
    ],
)
def test_members_run_the_client_whose_assignor_the_target_is_and_guests_others(
    target: Target, protocol: Protocol, host: str, guests: set[str]
) -> None:
    found: set[str] = set()
    for number in range(150):
        life = cast_life(history(number).life, target)
        clients = [one.client or "" for one in clients_of(life)]
        clients += [client for event in life.events for _, client in event.upgrade]
        families = {client.partition(" ")[0] for client in clients}

        assert life.protocol is protocol
        assert host in families
        assert all(model_of(client, protocol) for client in clients)
        assert life == cast_life(life, target)
        found |= families
    assert {host, *guests} <= found | {"kafka-clients"}
    assert found <= {host, *guests, "kafka-clients" if guests else host}


def test_a_history_ends_where_a_guest_leads() -> None:
    run = two_members(Event(), Event(crash=("C0",)), client="librdkafka", protocol=Protocol.COOPERATIVE)

    seen = [rebalance.trial.group.member_ids() for rebalance in rebalances_of("cooperative-sticky", run)]

    assert [["C0", "C1"], ["C0", "C1"]] == seen


def test_a_member_that_misses_the_sync_claims_its_old_partitions() -> None:
    *_, last = rebalances_of("sticky", two_members(Event(miss_sync=("C1",)), Event(), client="kafka-clients"))

    assert [2, 1] == [member.generation for member in last.trial.group.members]
    assert 3 == 1 + sum(step.event is not None for step in last.asked_steps)


def test_a_found_history_is_shrunk_told_and_replayed() -> None:
    voids = StandIn(loses_stale_claims)
    law = LAW_BY_ID["nothing-left-out"]
    record = check(voids, laws=[law], families=[HISTORIES], examples=400, clock=lambda: 0.0)
    case = next(cell.counterexample for cell in record.cells if cell.counterexample is not None)
    document = json.loads(json.dumps(case_to_json(case)))
    again = case_from_json(document)
    replayed = check_group(voids, again.example, inputs=HISTORIES, laws=[law])

    assert isinstance(again.example, LifeRun)
    assert document == case_to_json(again)
    assert again.example.life.protocol is Protocol.EAGER
    assert len(again.example.life.events) <= 2
    assert len(again.example.life.group.members) <= 2
    assert ["broken"] == [cell.verdict for cell in replayed.cells]
    assert life_sentences(case.steps)
    assert any("protocol: eager" in line.text for line in breach_lines(case))


def test_simpler_histories_keep_a_member_whose_assignor_is_checked() -> None:
    target = target_called("cooperative-sticky", Promise.COOPERATIVE)
    mixed = [run for run in map(history, range(40)) if any(one.client in GUESTS for one in clients_of(run.life))]
    for run in mixed[:6]:
        cast_run = replace(run, life=cast_life(run.life, target))
        for simpler in simpler_examples(cast_run):
            assert "kafka-clients" in {(one.client or "").partition(" ")[0] for one in clients_of(simpler.life)}
    assert mixed


def test_a_client_that_answers_with_its_target_withholds_what_others_own() -> None:
    joins = (Event(join=(Member(id="C1", subscription=("t",)),)),)
    life = Life(group=group_of({"t": 2}, {"C0": ["t"]}), events=joins, protocol=Protocol.COOPERATIVE)
    target = StandIn(right, frozenset({Promise.COOPERATIVE}), answers_with_target=True)

    groups = [rebalance.trial.group for rebalance in run_rebalances(target, LifeRun(life=life))]

    assert [[0], [2, 0], [1, 0]] == [[len(member.claims()) for member in group.members] for group in groups]


def test_check_asks_nothing_after_the_first_break() -> None:
    target = StandIn(in_turn(right, first_takes_all), frozenset({Promise.EVEN}))

    (cell,) = check_group(target, two_members(Event(), Event()), laws=[LAW_BY_ID["even-when-equal"]]).cells

    assert ("broken", 2, 2) == (cell.verdict, cell.examples, len(target.asked))
