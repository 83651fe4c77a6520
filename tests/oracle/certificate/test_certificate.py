"""Tests that a certificate, with names or in columns, proves optimal plans and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from kafka_assay.assignors.model import Assignment, group_of
from kafka_assay.oracle.certificate import tally
from kafka_assay.oracle.certificate.certificate import verify, verify_columns
from kafka_assay.oracle.certificate.proof_check import find_improvement
from kafka_assay.oracle.certificate.tally import build_tally
from kafka_assay.oracle.columns import Columns, Ints, NamedColumns, columns_of
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve
from tests.support.engines.corruption import corrupt
from tests.support.engines.random_groups import larger_group, random_answer, random_group

LINKS = 3_000
PAIR = group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})
INVALID = "not a valid answer"
PLAN: Assignment = {"a": {"t": [0, 2]}, "b": {"t": [1]}}


@pytest.mark.parametrize("wrong", [None, [], "potentials", {}, {"kind": "trust me"}, {"kind": "potentials"}])
def test_malformed_certificate_is_refused_with_a_reason(wrong: object) -> None:
    assert "the certificate" in str(verify(PAIR, PLAN, wrong))


@pytest.mark.parametrize("part", ["members", "topics", "levels"])
@pytest.mark.parametrize("value", [None, 0.5, "1", True, []])
def test_missing_or_fractional_potential_is_named(part: str, value: object) -> None:
    certificate = solve(PAIR).certificate
    certificate[part] = dict.fromkeys(certificate[part], value)

    assert "has no whole number" in str(verify(PAIR, PLAN, certificate))


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"a": {"t": [0, 2]}, "b": {"t": [1]}, "c": {}}, f"{INVALID}: 'c' is not a member of the group"),
        ({"a": {"t": [0, 2]}, "b": {"t": [1, 2]}}, f"{INVALID}: a partition of 't' has two owners"),
        ({"a": {"t": [0, 0]}, "b": {"t": [1]}}, f"{INVALID}: a partition of 't' has two owners"),
        ({"a": {"t": [0]}, "b": {"t": [1]}}, f"{INVALID}: a partition of 't' has no owner"),
        ({"a": {"t": [0, 2]}, "b": {"t": [1, 3]}}, f"{INVALID}: a partition of 't' is assigned but does not exist"),
        ({"a": {"t": [0, -1]}, "b": {"t": [1]}}, f"{INVALID}: a partition of 't' is assigned but does not exist"),
        (
            {"a": {"t": [0, 2], "u": [0]}, "b": {"t": [1]}},
            f"{INVALID}: 'a' holds partitions of 'u', which it cannot hold",
        ),
        ({"a": {"t": [0, 1, 2]}}, "not balanced: a hands t-1 to b"),
    ],
)
def test_invalid_answer_is_refused(answer: Assignment, why: str) -> None:
    assert why == verify(PAIR, answer, solve(PAIR).certificate)


def test_certificate_is_json_of_names_and_integers() -> None:
    proof = {"kind": "potentials", "members": {"a": 1, "b": 1}, "topics": {"t": 0}, "levels": {"1": 1}}

    assert proof == solve(PAIR).certificate


def test_balance_check_and_chain_search_agree() -> None:
    found = 0
    for seed in range(600):
        group = random_group(seed, members=7, topics=6, partitions=3)
        answer = random_answer(seed, group)

        better = find_improvement(build_tally(group, answer))

        found += better is not None
        assert (better is None) == (improving_chain(group, answer) is None), f"seed {seed}"
    assert 100 < found < 500


@pytest.mark.parametrize(("last", "better"), [(1, None), (0, (LINKS - 1, 2))])
def test_chain_of_thousands_of_members_is_followed(last: int, better: tuple[int, int] | None) -> None:
    """Each member can hand over to the next; the last member decides whether the first can be relieved."""
    topics = {f"t{place}": 1 for place in range(-1, LINKS - 1)} | {"end": last}
    members = {f"m{place}": [f"t{place - 1}", f"t{place}"] for place in range(LINKS)}
    members[f"m{LINKS - 1}"].append("end")
    plan: dict[str, dict[str, list[int]]] = {f"m{place}": {f"t{place}": [0]} for place in range(LINKS - 1)}
    plan["m0"]["t-1"] = [0]
    plan[f"m{LINKS - 1}"] = {"end": [0]} if last else {}

    assert better == find_improvement(build_tally(group_of(topics, members), plan))


COLUMNS = Columns(
    partitions=np.array([3, 0, 2]),
    start=np.array([0, 2, 3]),
    topics=np.array([0, 1, 0]),
    owner=np.array([0, 1, -1, -1, -1]),
)
"""Two members subscribe to topic 0, the first one to an empty topic, too. Nobody subscribes to topic 2."""


def proof_arrays(named: NamedColumns, optimum: Optimum) -> tuple[Ints, Ints, Ints]:
    """The holders and the potentials of an optimum as arrays."""
    potentials = optimum.certificate
    return (
        named.holders(optimum.assignment),
        np.array([potentials["members"][member] for member in named.member_ids], dtype=np.int64),
        np.array([potentials["topics"][topic] for topic in named.topic_names], dtype=np.int64),
    )


@pytest.mark.parametrize("most_cells", [tally.MOST_CELLS, 0])
def test_optima_of_dirty_groups_are_proved(most_cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "MOST_CELLS", most_cells)
    groups = [random_group(seed, members=6, topics=5, partitions=6) for seed in range(200)]
    for group in (*groups, group_of({}, {}), group_of({"t": 2}, {}), group_of({}, {"a": []})):
        named = columns_of(group)

        assert verify_columns(named.columns, *proof_arrays(named, solve(group))) is None, group


def test_columns_and_names_give_the_same_verdict_on_changed_plans() -> None:
    """Most plans give one partition to a random member, subscribed or not. Half change a potential."""
    accepted = refused = 0
    for seed in range(50):
        group, rng = larger_group(seed), Random(seed)
        named, optimum = columns_of(group), solve(group)
        for _ in range(20):
            holder, members, topics = proof_arrays(named, optimum)
            if rng.random() < 0.7:
                holder[rng.randrange(len(holder))] = rng.randrange(len(members))
            for potentials in (members, topics):
                if rng.random() < 0.5:
                    potentials[rng.randrange(len(potentials))] += rng.choice([-1, 1, 1, 2**54])
            of_columns = verify_columns(named.columns, holder, members, topics)
            of_names = verify(group, named.assignment(holder), certificate_of(named, holder, members, topics))
            accepted, refused = accepted + (of_columns is None), refused + (of_columns is not None)

            assert (of_columns is None) == (of_names is None), f"seed {seed}: {of_columns}, {of_names}"
    assert min(accepted, refused) > 100


def certificate_of(named: NamedColumns, holder: Ints, members: Ints, topics: Ints) -> dict[str, Any]:
    """The potentials by name, with levels that fit the plan. Columns have no levels."""
    loads = np.bincount(holder, minlength=len(members))
    return {
        "kind": "potentials",
        "members": dict(zip(named.member_ids, members.tolist(), strict=True)),
        "topics": dict(zip(named.topic_names, topics.tolist(), strict=True)),
        "levels": {str(load): int(members[loads == load].min()) for load in loads},
    }


NOT_WHOLE = "the plan or the certificate does not consist of whole numbers with a sign"
OTHER_SIZE = "the plan or the certificate belongs to a group of another size"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({}, None),
        ({"holder": [0, 1, -1, -1, -1]}, f"{INVALID}: a partition of topic 0 has no owner"),
        ({"holder": [0, 1, 0, 0, -1]}, f"{INVALID}: member 0 holds partitions of topic 2, which it cannot hold"),
        ({"holder": [0, 1, 2, -1, -1]}, f"{INVALID}: a partition is assigned to an unknown member"),
        ({"holder": [0, 1, -2, -1, -1]}, f"{INVALID}: a partition is assigned to an unknown member"),
        ({"holder": [0, 0, 0, -1, -1]}, "not balanced: member 1 could get a partition of a member with load 3"),
        ({"holder": [0, 1, 0, -1]}, OTHER_SIZE),
        ({"holder": [0.0, 1.0, 0.0, -1.0, -1.0]}, NOT_WHOLE),
        (
            {"holder": [1, 0, 0, -1, -1]},
            "giving member 0 its own partition of topic 0 back is cheaper than the potentials say",
        ),
        ({"members": np.array([1, 1], np.int8)}, None),
        ({"members": [True, True]}, NOT_WHOLE),
        ({"members": np.array([0, 1], np.uint64)}, NOT_WHOLE),
        ({"members": [2**53 + 1, 1]}, "a potential lies beyond 2^53"),
        ({"members": [-(2**63), 1]}, "a potential lies beyond 2^53"),
        ({"members": [[1], [1]]}, OTHER_SIZE),
        ({"members": [0, 1]}, "taking a new partition of topic 0 from member 0 is cheaper than the potentials say"),
        ({"members": [2, 1]}, "giving member 0 one more partition of topic 0 is cheaper than the potentials say"),
    ],
)
def test_reason_names_members_and_topics_by_number(changed: dict[str, Any], why: str | None) -> None:
    """Potentials are integers within 2^53, one for each member, and consistent with every step."""
    proof = {"holder": [0, 1, 0, -1, -1], "members": [1, 1], "topics": [0, 10**18, 10**18], **changed}

    assert why == verify_columns(COLUMNS, **{key: np.array(numbers) for key, numbers in proof.items()})


def test_member_with_lower_load_and_lower_potential_is_refused() -> None:
    """The member with the lower load could have been given the extra partition."""
    named = columns_of(group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["u"]}))
    holder, pairs = np.array([0, 0, 1]), ([5, 5], [5, 6], [6, 5])
    found = [verify_columns(named.columns, holder, np.array(two), np.array(two) - 1) for two in pairs]

    assert [None, None, "a member of load 1 has a lower potential than one of load 2"] == found


@pytest.mark.parametrize("batch", range(4))
def test_corrupted_proof_is_accepted_only_if_it_still_holds(batch: int) -> None:
    """Of 6,000 changed plans and certificates, hundreds still prove an optimum."""
    accepted = 0
    for seed in range(batch * 15, (batch + 1) * 15):
        counted, faults = corrupt(seed)

        accepted += sum(number for what, number in counted.items() if what.endswith("changed, accepted"))
        assert [] == faults
    assert 50 < accepted < 500
