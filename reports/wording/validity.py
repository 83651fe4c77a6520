"""What happened where an answer as such is wrong."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.phrases import Sentences, partition_name, partition_names
from kafka_assay.reports.wording.words import display_name, quantity, series


def _returns_an_answer(facts: Facts) -> str:
    said = display_name(facts["message"]) or "no message"
    if facts.get("afterwards"):
        return f"It answered, and failed after that: {facts['error']} ({said})."
    return f"It gave no answer: {facts['error']} ({said})."


_NO_ANSWER = {
    "hang": "The leader hangs, and all others wait for it until max.poll.interval.ms is over; the next leader is asked "
    "the same.",
    "crash": "The leader's process dies, and all others wait for it until session.timeout.ms is over; the next leader "
    "is asked the same.",
    "garbage": "What the leader's assignor returns is no assignment, so nobody in the group gets one.",
    "output-flood": "The leader's assignor never comes to the end of its answer, so nobody in the group gets an "
    "assignment.",
}
_AFTER_AN_ANSWER = {
    "crash": "The leader's process dies right after it has assigned, so the group has to rebalance at once.",
    "garbage": "What it says after its answer may be taken for the next one.",
}


def without_an_answer(facts: Facts) -> str | None:
    """
    What it means that no answer came, by how it failed; None where an exception was raised, which the law speaks of.

    Source: KIP-62: the heartbeat thread leaves the group once `poll` was not called for max.poll.interval.ms, and
    session.timeout.ms finds processes that are dead.
    """
    return (_AFTER_AN_ANSWER if facts.get("afterwards") else _NO_ANSWER).get(facts.get("error", ""))


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
    return f"{display_name(first['member'])} was given {partition_name(first)}, but {why}.{_others(facts)}"


def _others(facts: Facts) -> str:
    more = facts["count"] - 1
    rest = [partition_name(other) for other in facts["partitions"][1:]]
    return f" Nor {'does' if more == 1 else 'do'} {series(rest, more)} exist." if more else ""


def _only_subscribed_topics(facts: Facts) -> str:
    first, more = facts["partitions"][0], facts["count"] - 1
    why = f"does not subscribe to {first['topic']}" if first["known"] else "is no member of the group"
    rest = f" {quantity(more, 'further partition')} went to members that may not have {_it(more)}." if more else ""
    return f"{display_name(first['member'])} was given {partition_name(first)}, but {why}.{rest}"


def _it(number: int) -> str:
    return "it" if number == 1 else "them"


def _one_owner_each(facts: Facts) -> str:
    first, more = facts["partitions"][0], facts["count"] - 1
    owners = [display_name(owner) for owner in dict.fromkeys(first["owners"])]
    if len(owners) == 1:
        said = f"{partition_name(first)} is listed {_times(len(first['owners']))} for {owners[0]}."
    else:
        said = f"{partition_name(first)} was given to {'both ' if len(owners) == 2 else ''}{series(owners)}."
    rest = [partition_name(other) for other in facts["partitions"][1:]]
    return said + (f" So {'was' if more == 1 else 'were'} {series(rest, more)}." if more else "")


def _times(number: int) -> str:
    return {2: "twice", 3: "three times"}.get(number, f"{number} times")


def _nothing_left_out(facts: Facts) -> str:
    several = len({one["topic"] for one in facts["partitions"]}) > 1
    whose = "its topic has" if facts["count"] == 1 else "their topics have" if several else "their topic has"
    return f"Nobody owns {partition_names(facts)}, although {whose} subscribers."


SENTENCES: Sentences = {
    "returns-an-answer": _returns_an_answer,
    "answers-every-member": _answers_every_member,
    "only-existing-partitions": _only_existing_partitions,
    "only-subscribed-topics": _only_subscribed_topics,
    "one-owner-each": _one_owner_each,
    "nothing-left-out": _nothing_left_out,
}
