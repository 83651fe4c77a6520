"""
Which member gets which partition of a topic: blocks, co-partitioned topics, whole topics; and static members after a
restart.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.properties.effect import NEEDLESS, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.measures.facts import SHOWN, holders, list_facts
from kafka_assay.properties.measures.flaws import moved_partitions
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.measures.subscriptions import subscribers
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided, Verdict


def is_all_static(group: Group) -> bool:
    """Whether every member has an instance id of its own."""
    ids = [member.instance_id for member in group.members]
    return bool(ids) and None not in ids and len(set(ids)) == len(ids)


@law(
    promise=Promise.RANGE,
    says="a member's partitions of a topic are one block of consecutive ids",
    source="RangeAssignor's Javadoc",
    effect=Effect(NEEDLESS, "Consumers that rely on ranges of ids find gaps."),
    implies="blocks may have any size and any place in the topic",
    except_for=lambda promises, group: Promise.RACKS in promises and do_racks_matter(group),
)
def contiguous(trial: Trial) -> Verdict:
    """
    `RangeAssignor` assigns partitions to members in numeric order.

    The law does not apply to assignors that see racks, in groups where racks matter (KIP-881): matching racks breaks up
    blocks.
    """
    for member, topics in trial.answer.items():
        for topic, ids in topics.items():
            for before, after in pairwise(sorted(set(ids))):
                if after != before + 1:
                    return Broken({"member": member, "topic": topic, "before": before, "after": after})
    return Kept()


@law(
    promise=Promise.RANGE,
    says="two topics with the same partition count and subscribers: same id, same member",
    source="RangeAssignor's Javadoc",
    effect=Effect(NEEDLESS, "A join of two topics needs both partitions of a key on one member; they are on two."),
    implies="topics that are assigned alike may all be assigned badly",
)
def co_partitioned(trial: Trial) -> Verdict:
    """
    The Javadoc recommends this for joining topics.

    The law needs less than the Javadoc and KIP-848: the two topics must have the same subscribers, but members need not
    have the same subscription.
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
    effect=Effect(NEEDLESS, "An application that relies on whole topics, for order or state, sees only a part of one."),
    implies="one member may have all topics",
)
def topics_stay_whole(trial: Trial) -> Verdict:
    """
    No second member has a partition of the topic. Partitions without an owner do not break this law.

    KIP-874 assigns whole topics in turn (`TopicRoundRobinAssignor`). Its example with two instances splits a topic,
    against its own rule. The law follows the rule.
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
    effect=Effect(
        NEEDLESS, "A rolling restart of static members moves partitions; static membership should prevent that."
    ),
    implies="it covers a few groups or one small change, and says nothing about others",
    defined=is_all_static,
    asks=True,
    possible=lambda trial: trial.ask_modes.configured_members.isdisjoint(trial.group.member_ids()),
)
def restart_keeps_static_members(trial: Trial) -> Verdict:
    """
    The new member ids sort in the opposite order of the old ones. The law does not apply if a member has settings by
    its id: it would have none under its new id.

    Range and round-robin sort static members by `group.instance.id`, because a restart gives every member a new id.
    """
    if trial.flaw is not None:
        return Undecided(trial.flaw)
    group = trial.group
    instance = {member.id: str(member.instance_id) for member in group.members}
    backwards = sorted(instance, key=kafka_order, reverse=True)
    renamed = {member: f"restarted-{place:06}" for place, member in enumerate(backwards)}
    instance |= {renamed[member]: instance[member] for member in renamed}
    restarted = replace(group, members=tuple(replace(one, id=renamed[one.id]) for one in group.members))
    answer = trial.settled_answer(restarted, why="all members restarted, with new ids under the same instance ids")
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
