"""Tests of the registered laws: names, implications, golden verdicts, and what a break does to a live group."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pkgutil import iter_modules

import pytest

import kafka_assay.properties.laws
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.effect import CLIENTS, SEVERITIES, client_of
from kafka_assay.properties.input_families import CLEAN
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.law import Law
from kafka_assay.properties.registry import IMPLICATIONS, LAW_BY_ID, LAWS, WeakestBreak, weakest_first
from kafka_assay.properties.trials.ask_modes import Ask
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import VERDICT_VERSION
from tests.assignors.hosted.real_hosts import start_or_skip, with_releases
from tests.assignors.reference.answers import drawn_groups
from tests.support.engines.random_groups import random_answer
from tests.support.golden_verdicts import RAISE, WRITE, differences, read_golden, subjects
from tests.support.sampling import deal_answer

DECIDING = [(law.id, weaker) for law in LAW_BY_ID.values() for weaker in sorted(law.decides)]
"""Each law and a law that it decides on the same answer."""


def test_every_law_implies_registered_laws_with_a_reason_or_says_why_it_implies_none() -> None:
    why_not = [law.implies for law in LAW_BY_ID.values() if isinstance(law.implies, str)]

    assert {law for edge in IMPLICATIONS for law in (edge.stronger, edge.weaker)} <= LAW_BY_ID.keys()
    assert all(len(reason.split()) > 3 for reason in (*why_not, *(edge.reason for edge in IMPLICATIONS)))
    assert len(LAW_BY_ID) == len(why_not) + len({edge.stronger for edge in IMPLICATIONS})
    assert [] == [law.id for law in LAW_BY_ID.values() if not set(law.decides) <= set(law.implies)]


def test_weakest_broken_law_comes_first() -> None:
    """Unrelated laws are listed once each."""
    broken = ["optimally-balanced", "even-when-equal", "locally-balanced"]
    unrelated = ["fewest-moves", "stable-group-moves-nothing", "one-owner-each", "needless-moves-when-equal"]

    fallen = weakest_first(unrelated)

    assert [WeakestBreak("even-when-equal", ("locally-balanced", "optimally-balanced"))] == weakest_first(broken)
    weakest = ["one-owner-each", "stable-group-moves-nothing", "needless-moves-when-equal"]
    assert weakest == [one.weakest for one in fallen]
    assert sorted(unrelated) == sorted(law for one in fallen for law in (one.weakest, *one.stronger))


@pytest.mark.parametrize(("stronger", "weaker"), DECIDING)
def test_law_that_decides_another_is_never_kept_where_that_is_broken(stronger: str, weaker: str) -> None:
    """Many answers, by chance and by a reference, good and bad: both laws are judged on each."""
    met: set[tuple[str, str]] = set()

    for group, ask in _answered_groups():
        trial = Trial(group, ask=ask, promises=frozenset(Promise) - {Promise.COOPERATIVE})
        laws = LAW_BY_ID[stronger], LAW_BY_ID[weaker]
        if trial.flaw is None and all(law.is_asked_of(trial.promises, group) for law in laws):
            strong, weak = (decide(law, trial).word for law in laws)
            met.add((strong, weak))

    assert ("kept", "broken") not in met
    assert ("kept", "kept") in met
    assert any(weak == "broken" for _, weak in met)


def _answered_groups() -> Iterator[tuple[Group, Ask]]:
    for number, group in enumerate(drawn_groups(60, CLEAN, "stale-claims", seed=7)):
        for luck in range(4):
            yield group, partial(_answer_by_chance, 4 * number + luck)
        for ask in (deal_answer, *(reference_assignor(name).assign for name in ("optimal", "sticky-yet-fair"))):
            yield group, ask


def _answer_by_chance(seed: int, group: Group) -> Assignment:
    """A valid answer, another one without the claims."""
    return random_answer(seed + 1_000 * sum(len(member.claims()) for member in group.members), group)


def test_every_file_of_laws_is_registered() -> None:
    written = {
        value.id
        for module in iter_modules(kafka_assay.properties.laws.__path__)
        for value in vars(import_module(f"kafka_assay.properties.laws.{module.name}")).values()
        if isinstance(value, Law)
    }

    assert written == LAW_BY_ID.keys()


def test_law_has_the_name_of_its_function_and_the_kind_of_its_file() -> None:
    for law in LAWS:
        assert law is getattr(import_module(f"kafka_assay.properties.laws.{law.kind}"), law.id.replace("-", "_"))
        assert law.judge.__doc__
        assert law.says
        assert law.source
        assert law.effect.text.endswith(".")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.id)
def test_every_law_has_an_effect_in_every_client(law: Law) -> None:
    """One that differs in a known client has a source, and is no graver than that of an unknown client."""
    effects = [law.effect_on(client) for client in (None, *CLIENTS)]

    assert all(effect.severity in SEVERITIES and effect.text.endswith(".") for effect in effects)
    assert set(law.effects_by_client) <= set(CLIENTS)
    assert all(effect.source for effect in law.effects_by_client.values())
    assert SEVERITIES.index(law.effect.severity) == min(SEVERITIES.index(effect.severity) for effect in effects)


@pytest.mark.parametrize(
    ("law", "client", "severity"),
    [
        ("only-subscribed-topics", "kafka-clients", "endless rebalance"),
        ("only-subscribed-topics", "kafkajs", "partition read by nobody"),
        ("only-subscribed-topics", "aiokafka", "crash or hang"),
        ("only-existing-partitions", "kafka-clients", "needless moves or imbalance"),
        ("only-existing-partitions", "platformatic", "crash or hang"),
        ("answers-every-member", "kafka-clients", "crash or hang"),
        ("answers-every-member", "no-kafka", "curiosity"),
        ("one-owner-each", "kafka-group-coordinator", "needless moves or imbalance"),
        ("one-owner-each", "sarama", "partition read twice"),
        ("nothing-left-out", "sarama", "partition read by nobody"),
    ],
)
def test_severity_depends_on_the_client(law: str, client: str, severity: str) -> None:
    assert severity == LAW_BY_ID[law].effect_on(client).severity


@pytest.mark.parametrize(
    ("target", "client"),
    [
        ("maven:org.apache.kafka:kafka-clients:4.4.0:StickyAssignor", "kafka-clients"),
        ("maven:org.apache.kafka:kafka-group-coordinator:4.4.0:UniformAssignor", "kafka-group-coordinator"),
        ("maven:com.acme:assignors:1.0:Mine", "kafka-clients"),
        ("jar:ports/sarama/target/mine.jar:com.acme.Mine", "kafka-clients"),
        ("go:github.com/twmb/franz-go@v1.22.3:sticky", "franz-go"),
        ("go:github.com/segmentio/kafka-go@v0.4.51:range", "kafka-go"),
        ("librdkafka==2.15.1:range", "librdkafka"),
        ("npm:kafkajs@2.2.4:roundrobin", "kafkajs"),
        ("npm:@platformatic/kafka@2.12.1:roundrobin", "platformatic"),
        ("kafka-python==3.0.12:range", "kafka-python"),
        ("kafka-python:range", "kafka-python"),
        ("aiokafka", "aiokafka"),
        ("wire:rust-consumers/debug/kacrab-consumer {bootstrap} {group} {topics} {strategy}#range", "kacrab"),
        ("wire:python docs/wire/confluent-kafka/consumer.py {bootstrap} {group} {topics}", "librdkafka"),
        ("sticky", None),
        ("python:mine:Sticky", None),
    ],
)
def test_client_is_read_from_the_target(target: str, client: str | None) -> None:
    assert client == client_of(target)


VERSION, GOLDEN = read_golden()


@pytest.mark.parametrize("subject", with_releases(subjects()))
def test_code_says_what_it_said_when_the_version_was_raised(subject: str) -> None:
    """If this fails and the change is wanted: raise the version if a verdict changed, and write the file anew."""
    found = start_or_skip(subject, subjects()[subject])

    assert subject in GOLDEN, f"unknown subject; {WRITE}"
    assert [] == differences(subject, GOLDEN, found), f"{RAISE}, then {WRITE}"


def test_golden_file_has_the_present_version_and_subjects() -> None:
    assert (VERSION, sorted(GOLDEN)) == (VERDICT_VERSION, sorted(subjects())), WRITE


def test_every_law_has_golden_broken_verdicts() -> None:
    broken = {law for texts in GOLDEN.values() for law, text in texts.items() if text.startswith("broken")}

    assert {law.id for law in LAWS} == broken
