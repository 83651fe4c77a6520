"""Shorthand for tests of laws: the verdict of one law on a group and an answer; and small groups on hosts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.judging.finding import verdict_words
from kafka_assay.properties.judging.judgement import LawVerdict, decide, is_applicable
from kafka_assay.properties.measures.places import Placement, placement
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.properties.registry import LAW_BY_ID, LAWS
from kafka_assay.properties.trials.ask_modes import Ask
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Facts, Verdict


def verdict_on(law: str, group: Group, answer: Assignment) -> Verdict:
    """The verdict of `law` on `answer`."""
    return decide(LAW_BY_ID[law], Trial(group, answer=answer))


def verdict_of(law: str, group: Group, ask: Ask, *, cooperative: bool = False) -> Verdict:
    """The verdict of `law` on the assignor `ask` for `group`."""
    return decide(LAW_BY_ID[law], Trial(group, ask=ask, cooperative=cooperative, judge_answer=verdict_words))


def judge_trial(trial: Trial, promises: frozenset[Promise]) -> list[LawVerdict]:
    """The verdict of every law that can be judged on a trial made by hand."""
    return [LawVerdict(law.id, decide(law, trial)) for law in LAWS if is_applicable(law, trial, promises)]


def laws_asked_of(promises: frozenset[Promise], group: Group) -> set[str]:
    """The ids of the laws that apply to an assignor with these `promises` on this `group`."""
    return {law.id for law in LAWS if law.is_asked_of(promises, group)}


def facts_on(law: str, group: Group, answer: Assignment) -> Facts:
    """The facts by which `answer` breaks `law`."""
    return broken_facts(verdict_on(law, group, answer))


def broken_facts(verdict: Verdict) -> Facts:
    """The facts of a verdict that must be broken."""
    assert isinstance(verdict, Broken), verdict
    return verdict.facts


def case_of(cell: CheckCell) -> Case:
    """The counterexample of a cell, which must have one."""
    assert cell.counterexample is not None, f"{cell.verdict} on {cell.examples} examples"
    return cell.counterexample


def two_members(partitions: int, **owned: Sequence[int]) -> Group:
    """Members `a` and `b` on topic `t`; `owned` has their claims, all at generation 1."""
    claims = {member: {"t": list(ids)} for member, ids in owned.items()}
    return group_of({"t": partitions}, {"a": ["t"], "b": ["t"]}, claims, generation=1)


def deals_in_turn(group: Group) -> Assignment:
    """A plain assignor: existing partitions go to the subscribers in turn, claims are ignored."""
    answer: Assignment = {member.id: {} for member in group.members}
    turn = 0
    for topic in group.topics:
        takers = [member.id for member in group.members if topic.name in member.subscription]
        for partition in range(topic.partitions if takers else 0):
            answer[takers[turn % len(takers)]].setdefault(topic.name, []).append(partition)
            turn += 1
    return answer


def changes_every_round(group: Group) -> Assignment:
    """An assignor of two members and partitions that changes its answer in every round."""
    holds = group.members[0].claims() == [("t", 0)]
    return {"a": {"t": [1]}, "b": {"t": [0]}} if holds else {"a": {"t": [0]}, "b": {"t": [1]}}


def on_hosts(topics: dict[str, int], hosts: dict[str, str | None], **subscriptions: list[str]) -> Group:
    """Members on hosts; by default all subscribe to all topics."""
    group = group_of(topics, {member: subscriptions.get(member, list(topics)) for member in hosts})
    return replace(group, members=tuple(replace(member, host=hosts[member.id]) for member in group.members))


def placement_on(group: Group, answer: Assignment) -> Placement:
    """The placement, which must exist."""
    found = placement(group, answer)
    assert found is not None
    return found
