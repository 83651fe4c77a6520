"""Sentences for the laws about one answer (missing, wrong, uneven, badly placed). `_a_b` is for the law `a-b`."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import (
    chain_sentence,
    display_name,
    members_text,
    moves_sentence,
    partition_name,
    quantity,
    series,
)


def _returns_an_answer(facts: Facts) -> str:
    message = display_name(facts["message"]) or "no message"
    if facts.get("afterwards"):
        return f"The assignor answered and then failed: {facts['error']} ({message})."
    if facts["error"] == "hang":
        return f"{message[:1].upper()}{message[1:]}."
    return f"The assignor gave no answer: {facts['error']} ({message})."


_NO_ANSWER = {
    "hang": "The leader hangs. All other members wait until the coordinator removes it. The next leader may hang, too.",
    "crash": "The leader's process dies. All other members wait until session.timeout.ms is over. The next leader may "
    "crash, too.",
    "garbage": "The leader's assignor returns no assignment, so no member gets one.",
    "output-flood": "The leader's answer never ends, so no member gets an assignment.",
}
_AFTER_AN_ANSWER = {
    "crash": "The leader's process dies right after it has assigned, so the group rebalances at once.",
    "garbage": "The output after the answer can be mistaken for the next answer.",
}


def without_an_answer(facts: Facts) -> str | None:
    """
    What a missing answer of a leader means, by the kind of failure; None for an exception: the law itself describes it.

    Source: KIP-62. session.timeout.ms detects members without heartbeats; the heartbeat thread leaves the group if
    `poll` is not called for max.poll.interval.ms. A hanging Java leader sends no heartbeats: it assigns under the lock
    that its heartbeat thread needs (`AbstractCoordinator.JoinGroupResponseHandler` of kafka-clients 4.4.0).
    """
    return (_AFTER_AN_ANSWER if facts.get("afterwards") else _NO_ANSWER).get(facts.get("error", ""))


def with_one_owner(facts: Facts) -> str | None:
    """What it means that one member has partitions twice; None if some partition has, or may have, two members."""
    shown = facts.get("partitions", ())
    if not shown or facts["count"] > len(shown) or any(len(set(one["owners"])) > 1 for one in shown):
        return None
    return "No second member reads the partition. It counts twice in the load of the member that has it twice."


def _answers_every_member(facts: Facts) -> str:
    missing = series([display_name(member) for member in facts["missing"]], facts["count"])
    return f"{missing} {'is' if facts['count'] == 1 else 'are'} missing from the answer."


def _only_existing_partitions(facts: Facts) -> str:
    first = facts["partitions"][0]
    has = first["partitions"]
    if has is None:
        why = f"there is no topic {first['topic']}"
    elif has == 0:
        why = f"{first['topic']} has no partitions"
    else:
        ids = "number 0" if has == 1 else f"numbers 0 to {has - 1}"
        why = f"{first['topic']} has {quantity(has, 'partition')}: {ids}"
    more, rest = facts["count"] - 1, [partition_name(other) for other in facts["partitions"][1:]]
    others = f" {series(rest, more)} {'does' if more == 1 else 'do'} not exist either." if more else ""
    return f"{display_name(first['member'])} got {partition_name(first)}, but {why}.{others}"


def _only_subscribed_topics(facts: Facts) -> str:
    first, more = facts["partitions"][0], facts["count"] - 1
    why = f"does not subscribe to {first['topic']}" if first["known"] else "is not a member of the group"
    rest = f" {quantity(more, 'more partition')} {'has' if more == 1 else 'have'} a wrong owner." if more else ""
    return f"{display_name(first['member'])} got {partition_name(first)}, but {why}.{rest}"


def _one_owner_each(facts: Facts) -> str:
    first, more = facts["partitions"][0], facts["count"] - 1
    owners = [display_name(owner) for owner in dict.fromkeys(first["owners"])]
    if len(owners) == 1:
        times = "twice" if len(first["owners"]) == 2 else f"{len(first['owners'])} times"
        sentence = f"{partition_name(first)} is listed {times} for {owners[0]}."
    else:
        sentence = f"{partition_name(first)} is assigned to {'both ' if len(owners) == 2 else ''}{series(owners)}."
    rest = [partition_name(other) for other in facts["partitions"][1:]]
    return sentence + (f" {series(rest, more)} {'has' if more == 1 else 'have'} several owners too." if more else "")


def _nothing_left_out(facts: Facts) -> str:
    several = len({one["topic"] for one in facts["partitions"]}) > 1
    whose = "its topic has" if facts["count"] == 1 else "their topics have" if several else "their topic has"
    have = "has" if facts["count"] == 1 else "have"
    named = series([partition_name(one) for one in facts["partitions"]], facts["count"])
    return f"{named} {have} no owner, although {whose} subscribers."


def _too_far_apart(facts: Facts) -> str:
    most, least = facts["most"], facts["least"]
    heaviest, lightest = display_name(most["member"]), display_name(least["member"])
    return f"{heaviest} has {quantity(most['load'], 'partition')} and {lightest} has {least['load'] or 'none'}"


def _even_when_equal(facts: Facts) -> str:
    return (
        f"All members subscribe to the same topics, but {_too_far_apart(facts)}. A difference of 1 is always possible."
    )


def _spread_within_topic(facts: Facts) -> str:
    return f"In {facts['topic']}, {_too_far_apart(facts)}, although both subscribe to it."


def _locally_balanced(facts: Facts) -> str:
    return chain_sentence(facts["chain"], facts["loads"])


_optimally_balanced = _locally_balanced


def _apart(facts: Facts) -> str:
    most, least, largest = facts["most"], facts["least"], facts["largest"]
    apart = most["lag"] - least["lag"]
    return (
        f"{display_name(most['member'])} has a lag of {most['lag']:,} and {display_name(least['member'])} of "
        f"{least['lag']:,}. The difference of {apart:,} is more than the largest lag of a partition: "
        f"{largest['lag']:,} ({partition_name(largest)})"
    )


def _lag_bounded_within_topic(facts: Facts) -> str:
    return f"Both subscribe to {facts['topic']}, but in it {_apart(facts)}."


def _lag_bounded(facts: Facts) -> str:
    return f"All members subscribe to the same topics, but {_apart(facts)}."


def _contiguous(facts: Facts) -> str:
    topic, before, after = facts["topic"], facts["before"], facts["after"]
    member = display_name(facts["member"])
    return f"{member} has {topic}-{before} and {topic}-{after}, but not the partitions between them."


def _co_partitioned(facts: Facts) -> str:
    (first, other), partition = facts["topics"], facts["partition"]
    who, whom = map(members_text, facts["owners"])
    alike = "although both topics have the same number of partitions and the same subscribers"
    return f"{first}-{partition} goes to {who}, {other}-{partition} to {whom}, {alike}."


def _topics_stay_whole(facts: Facts) -> str:
    first, more = facts["topics"][0], facts["count"] - 1
    owners = series([display_name(member) for member in first["owners"]], first["among"])
    others = f" {quantity(more, 'more topic')} {'is' if more == 1 else 'are'} split too." if more else ""
    return f"{first['topic']} is split among {owners}.{others}"


def _restart_keeps_static_members(facts: Facts) -> str:
    moved = quantity(facts["count"], "partition")
    moves = moves_sentence(facts["moved"], facts["count"])
    return f"After a restart of all members, {moved} moved between instance ids: {moves}."
