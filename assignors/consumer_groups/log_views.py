"""The format `log` of `assay import`: what logs of clients and brokers say about groups, as their views."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kafka_assay.assignors.consumer_groups.views import MemberRow, SourceText, Views
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.leader_logs.line_patterns import (
    BROKER,
    CONNECT,
    FRANZ_GO,
    JAVA,
    KAFKA_GO,
    KAFKAJS,
    LIBRDKAFKA,
    PYTHON,
    REGISTRY,
    SARAMA,
    Kind,
)
from kafka_assay.assignors.leader_logs.log_facts import LogFact, match_lines
from kafka_assay.assignors.leader_logs.log_reader import read_facts
from kafka_assay.assignors.leader_logs.recording import LoggedRebalance, record
from kafka_assay.assignors.model import Claims, Member

_LOGS = "\0logs"
"""Where the logs wait among the groups. No group has this name."""


_REFUSED = {
    SARAMA: "is a log of sarama, which names no members and no plans: expected the log of the broker that coordinates "
    "the group, or the text of kafka-consumer-groups",
    CONNECT: "is a log of Kafka Connect, whose plans are of tasks: expected the status of the connectors",
    REGISTRY: "is a log of Schema Registry, whose group reads no partitions: expected the log of consumers",
}
_NO_LEADER = ", and of a group of KIP-848 the coordinator's log has the members"
_LOG_TO_TAKE = {
    BROKER: "the coordinator names members only as they join, and counts them since Kafka 2.8: add the leader's log, "
    "or the coordinator's from the group's start on",
    JAVA: f"of Java, the leader's log has the plan (INFO; before Kafka 2.4 at DEBUG){_NO_LEADER}",
    FRANZ_GO: f"of franz-go, the leader's log has the plan (INFO){_NO_LEADER}",
    LIBRDKAFKA: "of librdkafka, the leader's log has the plan with debug=cgrp,assignor",
    PYTHON: "of kafka-python and aiokafka, the leader's log has the plan with the coordinator's logger at DEBUG",
    KAFKA_GO: "of kafka-go, the leader's Logger has the plan",
    KAFKAJS: "of kafkajs, the leader's log has the plan at DEBUG",
}
"""What to take instead of a log that does not show who got what."""


def is_log(text: str) -> bool:
    r"""
    Whether a line of `text` is one of those that clients and brokers write about groups.

    >>> is_log("INFO Stabilized group g generation 3 with 2 members (kafka...)\n"), is_log("GROUP TOPIC PARTITION\n")
    (True, False)
    """
    return next(match_lines(text), None) is not None


def read_log(source: SourceText, groups: dict[str, Views]) -> tuple[str, ...]:
    """
    Keep the lines of a log; `finish_logs` makes groups of all files. Raises `AssayError` where they say nothing.
    """
    lines = list(match_lines(source.text, source.path))
    if all(one.row.kind is Kind.PART for one in lines):
        why = _REFUSED[lines[0].row.client] if lines else "no line of it is about the members or the plan of a group"
        raise AssayError(why)
    waiting = groups.setdefault(_LOGS, Views(name=source.file or "unnamed"))
    waiting.logs.append(lines)
    return ()


def finish_logs(groups: dict[str, Views], names: Sequence[str]) -> None:
    """Make groups of all logs that were read; `names` are those that the user gave."""
    waiting = groups.pop(_LOGS, None)
    if waiting is None:
        return
    by_group: dict[str | None, list[LogFact]] = {}
    for fact in read_facts(waiting.logs):
        if fact.kind is not Kind.PART:
            by_group.setdefault(fact.group, []).append(fact)
    if not by_group:
        clients = log_to_take(one.row.client for lines in waiting.logs for one in lines)
        raise AssayError(f"{waiting.name}: its log does not show who got what: {clients}")
    kinds = {Kind.SHARE_GROUP: "Share", Kind.STREAMS_GROUP: "Streams"}
    for group, facts in by_group.items():
        name = group or (names[0] if len(names) == 1 else waiting.name)
        views = groups.setdefault(name, Views(name=name))
        views.source, views.facts = "the log", [*views.facts, *facts]
        views.is_unnamed = group is None and name not in names
        views.group_type = next((kinds[fact.kind] for fact in facts if fact.kind in kinds), views.group_type)
        _show_last(views)


def _show_last(views: Views) -> None:
    """Show the group after its last rebalance of which the log has the plan, or else what its members said last."""
    recording = record(views.facts)
    views.remarks = list(recording.remarks)
    if views.is_unnamed:
        views.remark(f"the group is called {views.name!r}, because the log does not name it; --group NAME names it")
    whole = [one for one in recording.rebalances[:-1] if one.assignment()]
    whole += [one for one in recording.rebalances[-1:] if one.assignment() is not None]
    shown = whole or [one for one in recording.rebalances if one.shares] or recording.rebalances
    last = shown[-1] if shown else LoggedRebalance(None)
    is_last = last in recording.rebalances[-1:]
    if not last.shares and not (last.knows_all_members() and (last.members() or is_last)):
        if views.members is None and views.offsets is None:
            views.refused = f"its log does not show who got what: {log_to_take(fact.client for fact in views.facts)}"
        return
    if len(recording.rebalances) > 1:
        which = "last" if is_last else "last complete" if whole else "last with owners"
        others = f"the {which} of {len(recording.rebalances)} rebalances in the log"
        after = others if last.generation is None else f"generation {last.generation}, {others}"
        views.remarks.append(f"the group is shown after {after}; --life imports all")
    views.strategy = last.strategy
    views.state = "Empty" if last.knows_all_members() and not last.members() else None
    views.members = [
        MemberRow(member=member, partitions=len(member.claims()), shows_subscription=bool(member.subscription))
        for member in logged_members(last)
    ]


def log_to_take(clients: Iterable[str]) -> str:
    """Which log shows what one of these clients does not."""
    return "; ".join(_LOG_TO_TAKE[one] for one in dict.fromkeys(clients) if one in _LOG_TO_TAKE)


def logged_members(rebalance: LoggedRebalance) -> list[Member]:
    """The members after a rebalance, with what they got."""
    assignment = rebalance.assignment() or rebalance.shares
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
