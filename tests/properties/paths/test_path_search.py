"""Tests of the search for the path to a counterexample."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.life import Life, LifeRun
from kafka_assay.assignors.life_members import LifeMember, Protocol
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.membership.client_families import model_of
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.judging.history_cast import can_lead
from kafka_assay.properties.paths.path_search import PathSearch, Place, replay_path
from kafka_assay.properties.records.case_format import CasePath
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from kafka_assay.properties.shrink.sizes import example_size
from tests.properties.stand_ins import StandIn, refusing, right

LAW = LAW_BY_ID["returns-an-answer"]
PLACE = (LAW.id, "stale-claims")
BOTH = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [0]}})
STALE = BOTH.with_members(
    tuple(replace(member, generation=age) for member, age in zip(BOTH.members, (2, 1), strict=True))
)


refuses_stale_claims = refusing(
    lambda group: len({member.generation for member in group.members if member.owned and member.generation}) > 1,
    "two generations",
)
"""Raises if members claim something at different generations."""

refuses_generation_99 = refusing(lambda group: any(one.generation == 99 for one in group.members), "generation 99")
"""Raises about a generation that no history of a few events reaches."""

refuses_four_members = refusing(lambda group: len(group.members) == 4, "four")
"""Raises if four members are there, whatever they claim."""

refuses_ghosts = refusing(
    lambda group: any(claim.partition in {-1, 9} for member in group.members for claim in member.claims()), "ghost"
)


def search_path(target: StandIn, group: Group, *, family: str = "stale-claims", most: int = 60) -> CasePath:
    """The path of the break of `LAW` on `group`."""
    return search_paths(target, {(LAW.id, family): broken_on(target, group)}, most=most)[LAW.id, family]


def broken_on(target: StandIn, group: Group) -> Evidence:
    """The break of `LAW` on `group`."""
    return next(find_breaks(target, LAW, group, family="stale-claims"))


def search_paths(
    target: StandIn, found: dict[Place, Evidence], *, most: int = 60, without: str = ""
) -> dict[Place, CasePath]:
    """The paths of these breaks of `LAW`."""
    search = PathSearch(target=target, seed=0, budget=Budget(seconds=600), most=most, without=frozenset({without}))
    search.run({LAW.id: LAW}, found)
    return search.paths


def test_history_with_the_same_cause_shows_the_path() -> None:
    path = search_path(StandIn(refuses_stale_claims), STALE)

    assert ("shown", "model") == (path.status, path.source)
    assert path.histories >= 1
    assert path.life is not None
    assert len(path.life.events) <= 2
    assert all(not member.owned for member in path.life.group.members)


@pytest.mark.parametrize(("without", "status"), [("stale-claims", "constructed"), ("ghost-claims", "shown")])
def test_break_on_a_group_with_an_excluded_trait_does_not_count(without: str, status: str) -> None:
    target = StandIn(refuses_stale_claims)

    paths = search_paths(target, {PLACE: broken_on(target, STALE)}, most=20, without=without)

    assert status == paths[PLACE].status


@pytest.mark.parametrize(("client", "status"), [("kafka-clients", "shown"), ("kafka-clients 2.3.1", "constructed")])
def test_a_path_needs_a_leader_that_runs_the_target(client: str, status: str) -> None:
    runs = tuple(LifeMember(member=name, client=client) for name in "abcd")
    life = Life(group=group_of({"t": 4}, {name: ["t"] for name in "abcd"}), events=(), runs=runs)
    target = StandIn(refuses_four_members)
    broken = broken_on(target, life.group)._replace(run=LifeRun(life=life))

    assert status == search_paths(target, {PLACE: broken}, most=0)[PLACE].status


@pytest.mark.parametrize(
    ("name", "version", "client", "can"),
    [
        ("sticky", "0.2.0", "kafka-clients", True),
        ("sticky", "0.2.0", "kafka-clients 3.3.2", False),
        ("maven:org.apache.kafka:kafka-clients:3.3.2:StickyAssignor", "3.3.2", "kafka-clients 3.3.2", True),
        ("maven:org.apache.kafka:kafka-clients:3.3.2:StickyAssignor", "3.3.2", "kafka-clients", False),
        ("maven:org.apache.kafka:kafka-clients:4.4.0:StickyAssignor", "4.4.0", "kafka-clients", True),
        ("go:github.com/twmb/franz-go@v1.22.2:sticky", "v1.22.2", "franz-go", True),
        ("go:github.com/twmb/franz-go@v1.22.2:sticky", "v1.22.2", "kafka-clients", False),
    ],
)
def test_a_client_leads_only_with_the_release_that_contains_the_target(
    name: str, version: str, client: str, can: bool
) -> None:
    target = replace(StandIn(right), name=name, version=version)

    assert can is can_lead(target, model_of(client, Protocol.EAGER))
    assert can_lead(target, None)


def test_shown_life_is_small_and_leads_there_again() -> None:
    """What a broker has shown stays shown by it."""
    target = StandIn(refuses_stale_claims)
    path = search_path(target, STALE)

    again, seen = (
        replay_path(target, LAW, broken_on(target, STALE), one) for one in (path, replace(path, source="broker"))
    )

    assert path == again
    assert again is not None
    assert again.life is not None
    assert seen is not None
    assert "broker" == seen.source
    assert {1, 2} <= {member.generation for member in again.rebalances[-1].group.members}
    assert (2, 2, 2) >= example_size(LifeRun(life=again.life))[:3]
    assert {"kafka-clients"} == {run.client for run in again.life.runs}


def test_break_that_no_history_reaches_is_constructed() -> None:
    """Also if the law breaks in histories too, with another error."""

    def refuses_both(group: Group) -> Assignment:
        refuses_generation_99(group)
        return refuses_stale_claims(group)

    stale = STALE.with_members(tuple(replace(member, generation=99) for member in STALE.members))

    for answer in (refuses_generation_99, refuses_both):
        assert CasePath(status="constructed", histories=20) == search_path(StandIn(answer), stale, most=20)


@pytest.mark.parametrize(
    ("claims", "path"),
    [
        ({"a": {"t": [-1]}}, CasePath(status="faulty-client", histories=20)),
        ({"a": {"t": [-1]}, "b": {"t": [-1]}}, CasePath(status="constructed", histories=20)),
        ({"a": {"t": [9]}}, CasePath(status="constructed", histories=20)),
    ],
    ids=["a negative claim", "two faulty clients", "a possible claim"],
)
def test_one_negative_claim_needs_a_faulty_client_and_other_ghosts_are_constructed(
    claims: Assignment, path: CasePath
) -> None:
    ghost = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, claims)

    assert path == search_path(StandIn(refuses_ghosts), ghost, family="ghost-claims", most=20)


def test_first_rebalance_of_new_members_is_shown_without_a_search() -> None:
    four = group_of({"t": 1}, {member: ["t"] for member in "abcd"}, {"a": {"t": [0]}})

    path = search_path(StandIn(refuses_four_members), four, family="clean")

    assert ("shown", 0) == (path.status, path.histories)
    assert path.life is not None
    assert () == path.life.events


def test_repeated_topics_are_not_sent_by_a_java_client() -> None:
    """So a new group of Java members is no path."""
    refuses_repeated = refusing(lambda group: any(one.subscription == ("t", "t") for one in group.members))
    twice = group_of({"t": 1}, {"a": ["t", "t"]})

    assert "constructed" == search_path(StandIn(refuses_repeated), twice, family="repeated-topics", most=5).status
    sarama = StandIn(refuses_repeated, name="go:github.com/IBM/sarama@v1:range")
    assert "shown" == search_path(sarama, twice, family="repeated-topics", most=5).status


def test_same_seed_and_number_give_the_same_path_whatever_else_is_searched() -> None:
    target = StandIn(refuses_stale_claims)
    evidence = broken_on(target, STALE)
    other = Evidence(STALE, {"error": "KeyError", "message": "never"}, ())

    alone = search_paths(target, {PLACE: evidence})
    together = search_paths(target, {(LAW.id, "mixed"): other, PLACE: evidence})

    assert alone[PLACE] == together[PLACE]
    assert CasePath(status="constructed", histories=60) == together[LAW.id, "mixed"]


def test_check_grades_every_counterexample() -> None:
    families = ["stale-claims", "histories", "ghost-claims"]

    record = check(
        StandIn(refuses_stale_claims), families=families, examples=60, seconds=300, path_seconds=200, histories=40
    )

    paths = {cell.inputs: cell.counterexample.path for cell in record.cells if cell.counterexample is not None}
    assert {"stale-claims", "histories"} <= set(paths)
    assert all(path is not None and path.status == "shown" for path in paths.values())
    assert paths["histories"] is not None
    assert 0 == paths["histories"].histories
