"""Pairs of targets of which it is known what a comparison must say."""

from __future__ import annotations

from dataclasses import dataclass

from studies.mutants.registry import MUTANTS
from studies.newest_releases import NEWEST, REFERENCES

RELEASES, SAME, MUTANT = "releases", "same", "mutants"
PARTS = (RELEASES, SAME, MUTANT)
WORSE = frozenset({"newly-broken", "worse"})
BETTER = frozenset({"newly-kept", "better"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """A law (`law:ID`) or measure, one of the `outcomes` that some line about it must have, and who says so."""

    measure: str
    outcomes: frozenset[str]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofPair:
    """Two targets, and what is known about the second. Without expectations nothing may be worse."""

    part: str
    base: str
    candidate: str
    expected: tuple[Expectation, ...] = ()


def _expect(measure: str, outcomes: frozenset[str], source: str) -> Expectation:
    return Expectation(measure=measure, outcomes=outcomes, source=source)


def _release(base: str, candidate: str, *expected: Expectation) -> ProofPair:
    return ProofPair(part=RELEASES, base=base, candidate=candidate, expected=expected)


def _clients(version: str, assignor: str) -> str:
    return f"maven:org.apache.kafka:kafka-clients:{version}:{assignor}"


def _coordinator(version: str) -> str:
    return f"maven:org.apache.kafka:kafka-group-coordinator:{version}:UniformAssignor"


_RELEASES = (
    _release(
        _clients("2.5.0", "StickyAssignor"),
        _clients("2.5.1", "StickyAssignor"),
        _expect("seconds", BETTER, "KAFKA-9987: a faster algorithm for members with equal subscriptions"),
        _expect("law:newest-claim-wins", BETTER, "the same change (museum, entry 4)"),
        _expect("law:one-owner-each", WORSE, "KAFKA-12984, fixed in 2.8.1 (museum, entry 5)"),
    ),
    _release(
        _clients("2.2.2", "StickyAssignor"),
        _clients("2.3.0", "StickyAssignor"),
        _expect("law:one-owner-each", BETTER, "KAFKA-7026 and KIP-341"),
        _expect("law:returns-an-answer", BETTER, "KAFKA-7962"),
    ),
    _release(
        "npm:kafkajs@1.12.0:roundrobin",
        "npm:kafkajs@1.13.0:roundrobin",
        _expect("law:even-when-equal", BETTER, "the changelog of 1.13.0, #635"),
        _expect("balance_gap", BETTER, "the same"),
    ),
    _release(
        _coordinator("3.7.2"),
        _coordinator("3.8.0"),
        _expect("law:returns-an-answer", BETTER, "KAFKA-16930"),
        _expect("law:needless-moves-when-equal", WORSE, "KAFKA-18688, fixed in 4.0.1 (museum, entry 10)"),
    ),
    _release(
        "librdkafka==1.4.2:roundrobin",
        "librdkafka==1.5.0:roundrobin",
        _expect("law:order-does-not-matter", BETTER, "pull request 2867 (museum, entry 13)"),
        _expect("law:returns-an-answer", WORSE, "the release notes of 1.5.2, issue 3024"),
    ),
    _release(
        "go:github.com/Shopify/sarama@v1.26.0:roundrobin",
        "go:github.com/Shopify/sarama@v1.28.0:roundrobin",
        _expect("law:even-when-equal", BETTER, "the changelog of v1.28.0, pull request 1788"),
    ),
)


def _mutants() -> list[ProofPair]:
    """The first mutant of each kind of law, beside the healthy reference."""
    by_kind = dict(reversed([(_kind_of(one.wrong.__module__), one) for one in MUTANTS]))
    return [
        ProofPair(
            part=MUTANT,
            base=one.healthy,
            candidate=f"python:studies.mutants.{kind}:{one.name.replace('-', '_')}",
            expected=(_expect(f"law:{one.law}", WORSE, one.says),),
        )
        for kind, one in sorted(by_kind.items())
    ]


def _kind_of(module: str) -> str:
    return module.rpartition(".")[2]


def proof_pairs(part: str) -> list[ProofPair]:
    """The pairs of one part: releases, forty targets beside themselves, or mutants beside healthy references."""
    if part == RELEASES:
        return list(_RELEASES)
    if part == MUTANT:
        return _mutants()
    return [ProofPair(part=SAME, base=target, candidate=target) for target in (*NEWEST, *REFERENCES[:4])]
