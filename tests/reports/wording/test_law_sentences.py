"""The sentence of each law for each form of its facts, which are those of a real breach."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.ask_modes import Ask
from kafka_assay.properties.verdict import Undecided, facts_of
from kafka_assay.reports.wording.sentences import EXPLAINED, explain_facts, why_it_matters
from kafka_assay.reports.wording.words import chain_sentence
from tests.assignors.reference.answers import lagging_group
from tests.properties.laws.test_answers import CHAIN, CHAINED, ONE_IS_ENOUGH
from tests.properties.laws.test_change import THREE
from tests.properties.laws.test_placement import BLIND, EVEN, verdict_with_racks
from tests.properties.verdicts import (
    broken_facts,
    changes_every_round,
    deals_in_turn,
    facts_on,
    two_members,
    verdict_of,
)
from tests.support.mutants.placement import ALIKE, STATIC

LAGGING = lagging_group({"t": (90, 1, 0)}, "a b")
LAG = "a has a lag of 91 and b of 0. The difference of 91 is more than the largest lag of a partition: 90 (t-0)"
SWAPPED: Assignment = {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}}
FOREIGN = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["u"]})


def alone(topics: dict[str, int]) -> Group:
    """A member that subscribes to t."""
    return group_of(topics, {"a": ["t"]})


def idle(members: int) -> Group:
    """Members without subscriptions."""
    return group_of({}, {f"m{number}": [] for number in range(members)})


OWNED = two_members(4, a=[0, 1], b=[2, 3])
ALL_TO_A: Assignment = {"a": {"t": [0, 1, 2]}}
CROSSED: Assignment = {"a": {"t": [0], "u": [1]}, "b": {"t": [1], "u": [0]}}
TWO_ONE: Assignment = {"a": {"t": [0, 1]}, "b": {"t": [2]}}
BOTH: Assignment = {"a": {"t": [0, 1]}, "b": {"t": [0, 1]}}
CHEAPER: Assignment = {"C0": {"t1": [1]}, "C1": {"t0": [0]}, "C2": {"t0": [1], "t1": [0]}}


@pytest.mark.parametrize(
    ("law", "group", "answer", "said"),
    [
        ("answers-every-member", idle(9), {}, "m0, m1, m2, m3, m4 and 4 more are missing from the answer."),
        ("only-existing-partitions", two_members(2), {"a": {"t": [-1, 7]}}, "to 1. t-7 does not exist either."),
        ("only-existing-partitions", two_members(2), {"a": {"t": [2, 3, 4]}}, " t-3 and t-4 do not exist either."),
        ("only-existing-partitions", alone({}), {"a": {"t": [0]}}, "a got t-0, but there is no topic t."),
        ("only-existing-partitions", alone({"t": 0}), {"a": {"t": [0]}}, "a got t-0, but t has no partitions."),
        ("only-subscribed-topics", FOREIGN, {"a": {"u": [0]}, "b": {"t": [0, 1]}}, "a got u-0, but does not subscribe"),
        ("only-subscribed-topics", FOREIGN, {"b": {"t": [0, 1]}}, "1 more partition has a wrong owner."),
        ("only-subscribed-topics", FOREIGN, {"x": {"u": [0]}}, "x got u-0, but is not a member of the group."),
        ("one-owner-each", two_members(2), BOTH, "t-0 is assigned to both a and b. t-1 has several owners too."),
        ("one-owner-each", two_members(1), {"a": {"t": [0, 0]}, "b": {}}, "t-0 is listed twice for a."),
        ("nothing-left-out", two_members(8), {"a": {"t": [0]}}, "t-1, t-2, t-3, t-4, t-5 and 2 more have no owner"),
        ("even-when-equal", two_members(3), ALL_TO_A, "but a has 3 partitions and b has none. A difference of 1 is"),
        ("spread-within-topic", two_members(3), ALL_TO_A, "In t, a has 3 partitions and b has none, although both"),
        ("locally-balanced", two_members(2), {"a": {"t": [0, 1]}}, "If a gave t-0 to b, their loads would change from"),
        ("optimally-balanced", CHAIN, CHAINED, "If C0 gave t1-1 to C2 and C2 gave t0-0 to C1, the loads of C0 and C1"),
        ("lag-bounded-within-topic", LAGGING, TWO_ONE, f"Both subscribe to t, but in it {LAG}."),
        ("lag-bounded", LAGGING, TWO_ONE, f"All members subscribe to the same topics, but {LAG}"),
        ("keeps-every-claim", OWNED, SWAPPED, "2 of 4 partitions with a valid owner moved: t-1 from a to b and"),
        ("evenest-around-claims", two_members(3, a=[0]), ALL_TO_A, "This partition had no valid owner before."),
        ("needless-moves-when-equal", OWNED, SWAPPED, "2 partitions moved; no move is necessary for the best"),
        ("needless-moves-when-equal", OWNED, {"a": {"t": [0]}, "b": {"t": [2, 3]}}, "necessary for the best balance."),
        ("needless-moves-when-equal", two_members(3, a=[0, 1, 2]), {"b": {"t": [0, 1, 2]}}, "the loads are more even."),
        ("fewest-moves", ONE_IS_ENOUGH, CHEAPER, "2 moves; 1 is enough. A cheaper plan leaves t1-1 with C2 and"),
        ("fewest-moves", OWNED, SWAPPED, "2 moves; none is necessary. A cheaper plan leaves t-1 with a and"),
        ("contiguous", two_members(3), {"a": {"t": [0, 2]}, "b": {"t": [1]}}, "a has t-0 and t-2, but not"),
        ("co-partitioned", ALIKE, CROSSED, "t-0 goes to a, u-0 to b, although both topics have"),
        ("topics-stay-whole", ALIKE, CROSSED, "t is split among a and b. 1 more topic is split too."),
    ],
)
def test_breach_of_an_answer_is_told(law: str, group: Group, answer: Assignment, said: str) -> None:
    assert said in explain_facts(law, facts_on(law, group, answer))


def test_long_chain_is_shortened_in_the_middle() -> None:
    chain = [{"from": f"m{one}", "to": f"m{one + 1}", "topic": "t", "partition": one} for one in range(20)]

    said = chain_sentence(chain, {"m0": 2, "m20": 0})

    assert "m2 gave t-2 to m3, so on over 14 more members, m17 gave t-17 to m18, m18 gave" in said


def throws(_: Group) -> Assignment:
    """Raise an error, like an assignor that never answers."""
    raise AssignorFailed("KeyError", "(None, 'b')")


def fails_later(group: Group) -> Assignment:
    """Answer a group without claims only."""
    return throws(group) if group.members[0].owned else deals_in_turn(group)


def turning(group: Group) -> Assignment:
    """Deal from another member in each generation."""
    turn = (group.members[0].generation or 0) % len(group.members)
    return deals_in_turn(replace(group, members=group.members[turn:] + group.members[:turn]))


def contrary(group: Group) -> Assignment:
    """Exchange what both members have, if there are claims."""
    answer = deals_in_turn(group)
    return {"a": answer["b"], "b": answer["a"]} if group.members[0].owned else answer


def claimant_takes_all(group: Group) -> Assignment:
    """Give everything to a if it claims something, else one partition to each."""
    return {"a": {"t": [0, 1]}, "b": {}} if group.members[0].claims() else {"a": {"t": [1]}, "b": {"t": [0]}}


def claimant_first(group: Group) -> Assignment:
    """Give the first partition to a if it claims something, else to b."""
    mine = 0 if group.members[0].claims() else 1
    return {"a": {"t": [mine]}, "b": {"t": [1 - mine]}}


def outdated(*owned: int) -> Group:
    """What a claims, b claims at a newer generation; it claims the second partition too if a does not claim all."""
    group = two_members(2, a=list(owned), b=list(owned))
    return replace(group, members=(group.members[0], replace(group.members[1], generation=2)))


OLDER = "a claims t-0, but other members claim it at a newer generation"


@pytest.mark.parametrize(
    ("law", "group", "ask", "said"),
    [
        ("returns-an-answer", two_members(1), throws, "The assignor gave no answer: KeyError ((None, 'b'))."),
        ("newest-claim-wins", outdated(0), claimant_takes_all, f"{OLDER}. The older claim should change nothing."),
        ("newest-claim-wins", outdated(0), claimant_takes_all, "leaves loads 2/0; without it: 0 moves, loads 1/1."),
        ("newest-claim-wins", outdated(0), claimant_first, "takes 1 move, without it 0 moves; the loads are 1/1 both"),
        (
            "newest-claim-wins",
            outdated(0, 1),
            claimant_takes_all,
            f"{OLDER}; 1 more claim is outdated in the same",
        ),
        ("no-worse-stickiness", two_members(2, a=[0], b=[1]), contrary, "0 partitions stayed with their owners. With"),
        ("stable-group-moves-nothing", two_members(2), turning, "It moved 2 partitions: t-0 from a to b and t-1 from"),
        ("join-only-gives-to-joiner", THREE, deals_in_turn, "!joiner joined"),
        ("leave-only-takes-from-leaver", THREE, deals_in_turn, "a, with 2 partitions, left"),
        ("restart-keeps-static-members", STATIC, reference_assignor("sticky").assign, "between instance ids: t-0"),
    ],
)
def test_breach_of_an_assignor_is_told(law: str, group: Group, ask: Ask, said: str) -> None:
    assert said in explain_facts(law, broken_facts(verdict_of(law, group, ask)))


CLAIMED = two_members(2, a=[0, 1])


@pytest.mark.parametrize(
    ("law", "group", "ask", "said"),
    [
        ("returns-an-answer", two_members(2), fails_later, "In round 2: The assignor gave no answer"),
        ("no-double-ownership", CLAIMED, deals_in_turn, "In round 1: t-1 was granted to b while a still owned it."),
        ("settles", two_members(2), changes_every_round, "After 6 rounds the assignment still changes. The last round"),
    ],
)
def test_breach_in_cooperative_rounds_is_told(law: str, group: Group, ask: Ask, said: str) -> None:
    assert explain_facts(law, broken_facts(verdict_of(law, group, ask, cooperative=True))).startswith(said)


def test_loads_and_rack_matches_are_stated_with_and_without_racks() -> None:
    """Loads are per topic for range, over all topics for sticky."""
    loads = broken_facts(verdict_with_racks(BLIND, EVEN, name="range", law="racks-never-cost-balance"))
    matches = broken_facts(verdict_with_racks(BLIND, EVEN, law="rack-match-not-worse"))

    assert "Loads in t with racks: 2/0. With all racks hidden: 1/1." == explain_facts("racks-never-cost-balance", loads)
    assert explain_facts("racks-never-cost-balance", {"loads": [1, 3], "loads_without": [2, 2]}).startswith(
        "Loads with"
    )
    assert (
        "3 partitions are on a rack of their replicas. With all racks hidden, the same assignor puts 4 there by chance."
    ) == explain_facts("rack-match-not-worse", matches)


LATE = {"error": "crash", "afterwards": True}
TWICE = {"partitions": [{"topic": "t", "partition": 0, "owners": ["a", "a"]}], "count": 1}
SHARED = {"partitions": [{"topic": "t", "partition": 0, "owners": ["a", "b"]}], "count": 1}


@pytest.mark.parametrize(
    ("law", "facts", "target", "stakes"),
    [
        ("returns-an-answer", {"error": "KeyError"}, "", "The leader throws"),
        ("returns-an-answer", {"error": "hang"}, "", "The leader hangs"),
        ("returns-an-answer", {"error": "crash"}, "", "The leader's process dies. All other members wait"),
        ("returns-an-answer", {"error": "garbage"}, "", "The leader's assignor returns no assignment"),
        ("returns-an-answer", {"error": "output-flood"}, "", "The leader's answer never ends"),
        ("returns-an-answer", LATE, "", "The leader's process dies right after it has assigned"),
        ("returns-an-answer", {**LATE, "error": "garbage"}, "", "The output after the answer"),
        ("only-subscribed-topics", {}, "kafka-python==3.0.12:sticky", "The member refuses the assignment and rejoins"),
        ("only-subscribed-topics", {}, "npm:kafkajs@2.2.4:roundrobin", "The member ignores a topic"),
        ("only-subscribed-topics", {}, "python:mine:Sticky", "The member gets a topic that it did not ask for."),
        ("one-owner-each", SHARED, "kafka-python", "Two members read one partition"),
        ("one-owner-each", TWICE, "kafka-python", "No second member reads"),
    ],
)
def test_consequence_depends_on_the_facts_and_the_client(
    law: str, facts: dict[str, Any], target: str, stakes: str
) -> None:
    assert why_it_matters(law, facts, target).startswith(stakes)


def test_missing_answer_of_the_coordinator_speaks_of_no_leader() -> None:
    target = "maven:org.apache.kafka:kafka-group-coordinator:4.4.0:UniformAssignor"

    assert "leader" not in why_it_matters("returns-an-answer", {"error": "hang"}, target)


def test_each_law_has_sentences_for_facts_importance_and_source() -> None:
    assert LAW_BY_ID.keys() == EXPLAINED.keys()
    assert all(why_it_matters(law, {}).endswith(".") and LAW_BY_ID[law].source for law in LAW_BY_ID)


def test_kept_law_has_no_text_and_undecided_law_has_a_reason() -> None:
    reason = facts_of(Undecided("the answer breaks one-owner-each (t-0)"))

    assert "" == explain_facts("one-owner-each", {})
    assert "Undecided: the answer breaks one-owner-each (t-0)." == explain_facts("optimally-balanced", reason)


def test_round_and_rebalance_of_a_breach_are_named() -> None:
    """A failure in the first round needs no round."""
    failed = {"error": "crash", "message": "SIGSEGV", "round": 1}

    assert "In round 2 of rebalance 3: The assignor gave no answer: crash (SIGSEGV)." == explain_facts(
        "returns-an-answer", {**failed, "round": 2}, rebalance=3
    )
    assert "The assignor gave no answer: crash (SIGSEGV)." == explain_facts("returns-an-answer", failed, rebalance=3)


def test_direction_changes_in_member_ids_are_escaped() -> None:
    group = group_of({"t": 1}, {"a\u202eb": ["t"]})

    assert r"a\u202eb is missing from the answer." == explain_facts(
        "answers-every-member", facts_on("answers-every-member", group, {})
    )
