"""
What can be wrong with an answer by itself: the facts behind the validity laws, each None if nothing is wrong.

Facts name at most `SHOWN` partitions and count all, so that a verdict on 100,000 partitions stays readable. A member of
the answer that is not in the group owns nothing, because no consumer reads its partitions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.properties.measures.facts import SHOWN, holders, list_facts
from kafka_assay.properties.measures.subscriptions import count_assignable
from kafka_assay.properties.verdict import Facts


def silent_members(group: Group, answer: Assignment) -> Facts | None:
    """Members of the group that the answer does not contain."""
    return list_facts("missing", [member.id for member in group.members if member.id not in answer])


def ghost_partitions(group: Group, answer: Assignment) -> Facts | None:
    """Assigned partitions that do not exist, with the number of partitions that the topic has (None: no such topic)."""
    counts = group.partition_counts()
    return list_facts(
        "partitions",
        [
            {"member": member, "topic": topic, "partition": partition, "partitions": counts.get(topic)}
            for member, topics in answer.items()
            for topic, ids in topics.items()
            for partition in ids
            if not 0 <= partition < counts.get(topic, 0)
        ],
    )


def foreign_partitions(group: Group, answer: Assignment) -> Facts | None:
    """Partitions assigned to a member that does not subscribe to their topic or is not in the group."""
    subscriptions = {member.id: set(member.subscription) for member in group.members}
    found = [
        {"member": member, "topic": topic, "partition": partition, "known": member in subscriptions}
        for member, topics in answer.items()
        for topic, ids in topics.items()
        if topic not in subscriptions.get(member, ())
        for partition in ids
    ]
    return list_facts("partitions", found)


def doubled_partitions(_: Group, answer: Assignment) -> Facts | None:
    """Partitions assigned more than once, with their owners. An owner appears twice if its list holds the id twice."""
    if not _has_doubled_partitions(answer):
        return None
    found = [
        {**partition._asdict(), "owners": owners} for partition, owners in holders(answer).items() if len(owners) > 1
    ]
    return list_facts("partitions", found)


def _has_doubled_partitions(answer: Assignment) -> bool:
    by_topic: dict[str, set[int]] = {}
    count = 0
    for topics in answer.values():
        for topic, ids in topics.items():
            by_topic.setdefault(topic, set()).update(ids)
            count += len(ids)
    return count > sum(map(len, by_topic.values()))


def left_out_partitions(group: Group, answer: Assignment) -> Facts | None:
    """
    Partitions of subscribed, existing topics that no member of the group gets.

    They are counted before they are listed, because a topic may have two billion partitions.
    """
    owned = _owned_ids(group, answer)
    subscribed = {name for member in group.members for name in member.subscription}
    found: list[Facts] = []
    count = 0
    for topic in group.topics:
        if topic.name in subscribed:
            taken = {partition for partition in owned.get(topic.name, ()) if 0 <= partition < topic.partitions}
            count += topic.partitions - len(taken)
            gaps = (partition for partition in range(topic.partitions) if partition not in taken)
            if len(taken) < topic.partitions:
                found += [{"topic": topic.name, "partition": one} for one in islice(gaps, SHOWN - len(found))]
    return {"partitions": found, "count": count} if count else None


def flaw_of(group: Group, answer: Assignment) -> str | None:
    """
    The first validity law that `answer` breaks, with an example: the reason why it cannot be compared with a plan.

    A member missing from the answer owns nothing, and the answer can still be judged.
    """
    for law, facts in flaws_of(group, answer).items():
        return f"the answer breaks {law} ({first_partition(facts)})"
    return None


def broken_validity_law(group: Group, answer: Assignment) -> str | None:
    """
    The id of the first validity law that `answer` breaks.

    As in `flaw_of`, members missing from the answer do not count.

    >>> from kafka_assay.assignors.model import group_of
    >>> broken_validity_law(group_of({"t": 1}, {"a": ["t"]}), {"a": {}})
    'nothing-left-out'
    """
    return next(iter(flaws_of(group, answer)), None)


def flaws_of(group: Group, answer: Assignment) -> dict[str, Facts]:
    """The validity laws that `answer` breaks, each with its facts. As in `flaw_of`, missing members do not count."""
    if is_flawless(group, answer):
        return {}
    return {law: facts for law, find in _FLAWS if (facts := find(group, answer)) is not None}


def first_partition(facts: Facts) -> str:
    """The first partition that the facts of a flaw name: `t-0`."""
    one = facts["partitions"][0]
    return f"{one['topic']}-{one['partition']}"


_FEW = 8
"""So many topics are found faster in the subscription itself than in a set made of it."""


def is_flawless(group: Group, answer: Assignment) -> bool:
    """
    Whether `answer` keeps all laws of this file: every member listed, and every partition assigned once, to a reader.

    It is one fast pass for the usual case. The functions above find what is wrong.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 2}, {"a": ["t"], "b": []})
    >>> is_flawless(group, {"a": {"t": [0, 1]}, "b": {}}), is_flawless(group, {"a": {"t": [0, 0]}, "b": {}})
    (True, False)
    """
    if len(answer) != len(group.members):
        return False
    counts = group.partition_counts()
    listed = defaultdict[str, list[int]](list)
    for member in group.members:
        topics = answer.get(member.id)
        if topics is None:
            return False
        subscribed = member.subscription if len(topics) < _FEW else frozenset(member.subscription)
        for topic, ids in topics.items():
            if not ids:
                continue
            if topic not in subscribed:
                return False
            listed[topic] += ids
    total = 0
    for topic, ids in listed.items():
        count = counts.get(topic, 0)
        # As many ids as there are partitions, and no partition is missing: each partition once.
        if len(ids) != count or not set(ids).issuperset(range(count)):
            return False
        total += count
    return total == count_assignable(group)


_FLAWS = (
    ("only-existing-partitions", ghost_partitions),
    ("only-subscribed-topics", foreign_partitions),
    ("one-owner-each", doubled_partitions),
    ("nothing-left-out", left_out_partitions),
)


def moved_partitions(owners: dict[TopicPartition, str], answer: Assignment) -> Iterator[Facts]:
    """The partitions that their owner no longer has in `answer`, with their new owners."""
    kept = {member: {topic: frozenset(ids) for topic, ids in topics.items()} for member, topics in answer.items()}
    gone = [(claim, owner) for claim, owner in owners.items() if claim[1] not in kept.get(owner, {}).get(claim[0], ())]
    now = holders(answer) if gone else {}
    for claim, owner in gone:
        yield {**claim._asdict(), "from": owner, "to": now.get(claim, [])}


def _owned_ids(group: Group, answer: Assignment) -> dict[str, set[int]]:
    owned: dict[str, set[int]] = {}
    for member in group.member_ids():
        for topic, ids in answer.get(member, {}).items():
            owned.setdefault(topic, set()).update(ids)
    return owned
