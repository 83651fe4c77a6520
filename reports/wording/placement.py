"""Sentences for the placement laws: partitions have the wrong owner by topic or instance id."""

from __future__ import annotations

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import Sentences, display_name, moves_sentence, quantity, series


def _contiguous(facts: Facts) -> str:
    topic, before, after = facts["topic"], facts["before"], facts["after"]
    member = display_name(facts["member"])
    return f"{member} has {topic}-{before} and {topic}-{after}, but not the partitions between them."


def _co_partitioned(facts: Facts) -> str:
    (first, other), partition = facts["topics"], facts["partition"]
    who, whom = (
        series([display_name(member) for member in owners]) if owners else "nobody" for owners in facts["owners"]
    )
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


SENTENCES: Sentences = {
    "contiguous": _contiguous,
    "co-partitioned": _co_partitioned,
    "topics-stay-whole": _topics_stay_whole,
    "restart-keeps-static-members": _restart_keeps_static_members,
}
