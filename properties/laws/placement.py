"""
Where partitions lie: in blocks, same ids of like topics side by side, topics in one piece; and what a restart leaves in
place.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.properties.law import law
from kafka_assay.properties.measures.flaws import SHOWN, list_facts, moved_partitions
from kafka_assay.properties.measures.terms import do_racks_matter, holders, subscribers
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided, Verdict


def does_rank_racks_higher(promises: frozenset[Promise], group: Group) -> bool:
    """Someone who looks at racks, in a group where they matter: matching them breaks blocks up."""
    return Promise.RACKS in promises and do_racks_matter(group)


def is_all_static(group: Group) -> bool:
    """Every member has an instance id of its own."""
    ids = [member.instance_id for member in group.members]
    return bool(ids) and None not in ids and len(set(ids)) == len(ids)


def is_known_by_instance(trial: Trial) -> bool:
    """No member has settings that are given by its id, which a restart changes."""
    return trial.ask_modes.configured_members.isdisjoint(trial.group.member_ids())


@law(
    promise=Promise.RANGE,
    says="what a member has of a topic is one block of consecutive ids",
    source="RangeAssignor's Javadoc",
    matters="Readers that count on ranges of ids, and people who look for a partition, find holes.",
    implies="blocks may be of any size, and lie anywhere in their topic",
    except_for=does_rank_racks_higher,
)
def contiguous(trial: Trial) -> Verdict:
    """
    `RangeAssignor` lays partitions out over the members in numeric order.

    The law is not asked of assignors that look at racks where racks matter (KIP-881).
    """
    for member, topics in trial.answer.items():
        for topic, ids in topics.items():
            for before, after in pairwise(sorted(set(ids))):
                if after != before + 1:
                    return Broken({"member": member, "topic": topic, "before": before, "after": after})
    return Kept()


@law(
    promise=Promise.RANGE,
    says="topics with equally many partitions and the same subscribers: same id, same member",
    source="RangeAssignor's Javadoc",
    matters="A join of two topics needs both partitions of a key on one member, and finds them on two.",
    implies="topics laid out alike may all be laid out badly",
)
def co_partitioned(trial: Trial) -> Verdict:
    """
    The Javadoc recommends this layout for joining topics.

    The law's premise is weaker than there and in KIP-848: not all members need the same subscription, the same
    subscribers of the two topics are enough.
    """
    counts = trial.group.partition_counts()
    owners = holders(trial.answer)
    alike: dict[tuple[int, frozenset[str]], str] = {}
    for topic, members in subscribers(trial.group).items():
        first = alike.setdefault((counts[topic], frozenset(members)), topic)
        for partition in range(counts[topic] if first != topic else 0):
            one, other = owners.get((first, partition), []), owners.get((topic, partition), [])  # type: ignore[call-overload]
            if sorted(one) != sorted(other):
                return Broken({"topics": [first, topic], "partition": partition, "owners": [one, other]})
    return Kept()


@law(
    promise=Promise.WHOLE_TOPICS,
    says="every topic has one owner",
    source="KIP-874",
    matters="Who relies on whole topics, for order or for state, finds a part of the topic somewhere else.",
    implies="one member may have all topics",
)
def topics_stay_whole(trial: Trial) -> Verdict:
    """
    No second member has a partition of the topic; partitions that nobody has are no matter of this law.

    KIP-874 deals whole topics in turn (`TopicRoundRobinAssignor`). Its example with two instances splits a topic, which
    its own rule forbids. The law goes by the rule.
    """
    counts = trial.group.partition_counts()
    owners: dict[str, list[str]] = {}
    for member in trial.group.members:
        for topic, ids in trial.answer.get(member.id, {}).items():
            if any(0 <= partition < counts.get(topic, 0) for partition in ids):
                owners.setdefault(topic, []).append(member.id)
    found = [
        {"topic": topic, "owners": members[:SHOWN], "among": len(members)}
        for topic, members in owners.items()
        if len(members) > 1
    ]
    facts = list_facts("topics", found)
    return Kept() if facts is None else Broken(facts)


@law(
    promise=Promise.STATIC,
    says="new member ids under the same instance ids move nothing",
    source="KIP-345",
    matters="A rolling restart of static members moves partitions, which static membership is there to prevent.",
    implies="it speaks of a few groups or of one small change, and says nothing of what happens elsewhere",
    defined=is_all_static,
    asks=True,
    possible=is_known_by_instance,
)
def restart_keeps_static_members(trial: Trial) -> Verdict:
    """
    The new member ids stand in the opposite order of the old ones. The law is not asked where a member has settings
    under its id: under its new id it would have none.

    Range and round-robin order static members by `group.instance.id`, because a restart gives every member a new id.
    """
    if trial.flaw is not None:
        return Undecided(trial.flaw)
    group = trial.group
    instance = {member.id: str(member.instance_id) for member in group.members}
    backwards = sorted(instance, key=kafka_order, reverse=True)
    renamed = {member: f"restarted-{place:06}" for place, member in enumerate(backwards)}
    instance |= {renamed[member]: instance[member] for member in renamed}
    restarted = replace(group, members=tuple(replace(one, id=renamed[one.id]) for one in group.members))
    answer = trial.settled_answer(restarted, why="every member restarted: new ids under the same instance ids")
    before = {partition: owner for partition, (owner,) in holders(trial.answer).items()}
    found = [
        {
            **move,
            "from": instance[move["from"]],
            "to": [instance.get(one, one) for one in move["to"]],
        }
        for move in moved_partitions({partition: renamed[owner] for partition, owner in before.items()}, answer)
    ]
    facts = list_facts("moved", found)
    return Kept() if facts is None else Broken(facts)
