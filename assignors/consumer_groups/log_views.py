"""The format `log` of `assay import`: what logs of clients and brokers say about groups, as their views."""

from __future__ import annotations

from kafka_assay.assignors.consumer_groups.views import MemberRow, SourceText, Views
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.leader_logs.line_patterns import Kind
from kafka_assay.assignors.leader_logs.log_facts import LogFact, has_facts, read_facts
from kafka_assay.assignors.leader_logs.recording import LoggedRebalance, record
from kafka_assay.assignors.model import Claims, Member


def is_log(text: str) -> bool:
    r"""
    Whether a line of `text` is one of those that clients and brokers write about groups.

    >>> is_log("INFO Stabilized group g generation 3 with 2 members (kafka...)\n"), is_log("GROUP TOPIC PARTITION\n")
    (True, False)
    """
    return has_facts(text)


def read_log(source: SourceText, groups: dict[str, Views]) -> tuple[str, ...]:
    """
    Add the groups in a log to `groups`, as they were after their last rebalance in all files so far.

    Raises `AssayError` for a log that says nothing about members.
    """
    facts = read_facts(source.text)
    if all(fact.kind is Kind.PART for fact in facts):
        raise AssayError(
            "is a log of sarama, which names no members and no plans: expected the log of the broker that coordinates "
            "the group, or the text of kafka-consumer-groups"
        )
    name = source.group_names[0] if len(source.group_names) == 1 else source.file or "unnamed"
    by_group: dict[str, list[LogFact]] = {}
    for fact in facts:
        if fact.kind is not Kind.PART:
            by_group.setdefault(fact.group or name, []).append(fact)
    for group, found in by_group.items():
        views = groups.setdefault(group, Views(name=group, source="the log"))
        views.is_unnamed = group not in source.group_names and any(fact.group is None for fact in found)
        views.facts += found
        _show_last(views)
    return ()


def _show_last(views: Views) -> None:
    """Make the views show the group after its last rebalance of which the log has the plan, or else after the last."""
    recording = record(views.facts)
    views.remarks = list(recording.remarks)
    if views.is_unnamed:
        views.remark(f"the group is called {views.name!r}, because the log does not name it; --group NAME names it")
    shown = [one for one in recording.rebalances if one.assignment() is not None] or recording.rebalances
    if not shown:
        return
    last = shown[-1]
    if len(recording.rebalances) > 1:
        others = f"the last of {len(recording.rebalances)} rebalances in the log; --life imports all"
        views.remarks.append(f"the group is shown after generation {last.generation}, {others}")
    views.strategy = last.strategy
    views.state = None if last.members() else "Empty"
    views.members = [
        MemberRow(member=member, partitions=len(member.claims()), shows_subscription=bool(member.subscription))
        for member in logged_members(last)
    ]


def logged_members(rebalance: LoggedRebalance) -> list[Member]:
    """The members after a rebalance, with what they got."""
    assignment = rebalance.assignment() or {}
    members = []
    for name in rebalance.members():
        known = rebalance.subscriptions.get(name, Member(id=name, subscription=()))
        members.append(known.with_claims(claims_of(assignment.get(name, frozenset())), rebalance.generation))
    return members


def claims_of(share: frozenset[tuple[str, int]]) -> Claims:
    """A member's partitions as a group has them."""
    topics: dict[str, list[int]] = {}
    for topic, partition in sorted(share):
        topics.setdefault(topic, []).append(partition)
    return tuple((topic, tuple(ids)) for topic, ids in topics.items())
