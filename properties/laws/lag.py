"""How evenly a backlog must be shared out, by those who look at offsets."""

from __future__ import annotations

from collections.abc import Mapping

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, Topic
from kafka_assay.properties.law import law
from kafka_assay.properties.measures.lags import PartitionLag, knows_offsets, lag_of, largest_lag
from kafka_assay.properties.measures.terms import has_equal_subscriptions, subscribers
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Verdict


@law(
    promise=Promise.LAG,
    says="of each topic, subscribers' lags differ by at most the topic's largest lag",
    source="kafka-lag-based-assignor 2, README and code",
    matters="One member is left with a topic's backlog, although others that read it have little to catch up on.",
    implies="lags bounded in each topic add up over topics, and bound no counts",
)
def lag_bounded_within_topic(trial: Trial) -> Verdict:
    """
    The bound follows from the client's code; its README promises more, over all topics, and the code does not do it.

    Partitions are taken in the order of their lag. Each goes to the subscriber with the fewest of the topic so far,
    then with the least lag of it. Who has fewer at the end is no further ahead than the partition that it did not get,
    and in a full round the one behind never gets less than the one ahead.
    """
    readers = subscribers(trial.group)
    for topic in trial.group.topics:
        if topic.name in readers and knows_offsets(topic):
            lags = dict.fromkeys(readers[topic.name], 0)
            for member in lags:
                lags[member] = _lag_at(trial.answer, member, topic, trial.group.auto_offset_reset)
            facts = _lag_spread_facts(lags, largest_lag(topic, trial.group.auto_offset_reset))
            if facts is not None:
                return Broken({"topic": topic.name, **facts})
    return Kept()


@law(
    promise=Promise.LAG_OVER_GROUP,
    says="with equal subscriptions: members' lags differ by at most the largest lag of a partition",
    source="kafka-lag-based-assignor's README; KafkaJS issue 25",
    matters="One member is left with the backlog, and the group has caught up only when that one has.",
    implies="over several topics, a topic's lags may lie further apart and be made up for by another's",
    defined=has_equal_subscriptions,
)
def lag_bounded(trial: Trial) -> Verdict:
    """
    The bound is that of one topic: with equal subscriptions all partitions can be taken for those of one.

    The README evens out a member's total lag over all its partitions; KafkaJS issue 25 speaks of counts over all
    topics.
    """
    known = [topic for topic in _read_topics(trial.group) if knows_offsets(topic)]
    if not known:
        return Kept()
    reset = trial.group.auto_offset_reset
    lags = {
        member: sum(_lag_at(trial.answer, member, topic, reset) for topic in known)
        for member in trial.group.member_ids()
    }
    largest = max((largest_lag(topic, reset) for topic in known), key=lambda one: one.lag)
    facts = _lag_spread_facts(lags, largest)
    return Kept() if facts is None else Broken(facts)


def _read_topics(group: Group) -> list[Topic]:
    readers = subscribers(group)
    return [topic for topic in group.topics if topic.name in readers]


def _lag_at(answer: Assignment, member: str, topic: Topic, reset: str) -> int:
    """What `member` has to catch up on in `topic`: each existing partition once, however often the answer lists it."""
    ids = set(answer.get(member, {}).get(topic.name, ()))
    return sum(lag_of(topic, partition, reset) for partition in ids if 0 <= partition < topic.partitions)


def _lag_spread_facts(lags: Mapping[str, int], largest: PartitionLag) -> Facts | None:
    most, least = max(lags, key=lags.__getitem__), min(lags, key=lags.__getitem__)
    if lags[most] - lags[least] <= largest.lag:
        return None
    return {
        "most": {"member": most, "lag": lags[most]},
        "least": {"member": least, "lag": lags[least]},
        "largest": largest._asdict(),
    }
