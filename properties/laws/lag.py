"""How evenly an assignor that sees offsets must distribute lag."""

from __future__ import annotations

from collections.abc import Mapping

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Topic
from kafka_assay.properties.effect import NEEDLESS, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.measures.lags import PartitionLag, knows_offsets, lag_of, largest_lag
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions, subscribers
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Verdict


@law(
    promise=Promise.LAG,
    says="in each topic, the lags of its subscribers differ by at most the topic's largest lag",
    source="kafka-lag-based-assignor 2, README and code",
    effect=Effect(NEEDLESS, "One member has most of a topic's lag, although other subscribers have little."),
    implies="bounds within topics add up over topics, and bound no counts",
)
def lag_bounded_within_topic(trial: Trial) -> Verdict:
    """
    The bound follows from the client's code. Its README promises more, over all topics, which the code does not do.

    The code takes partitions in the order of their lag. Each goes to the subscriber with the fewest partitions of the
    topic so far, then with the least lag. At the end, a member with fewer partitions differs by at most the lag of the
    partition that it did not get, and in a full round the member behind never gets less than the member ahead.
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
    effect=Effect(NEEDLESS, "One member has most of the lag, and the group has caught up only when that member has."),
    implies="over several topics, one topic's lags may differ more if another topic makes up for it",
    defined=has_equal_subscriptions,
)
def lag_bounded(trial: Trial) -> Verdict:
    """
    The bound is that of one topic: with equal subscriptions all partitions can be treated as one topic's.

    The README balances a member's total lag over all its partitions; KafkaJS issue 25 is about counts over all topics.
    """
    readers = subscribers(trial.group)
    known = [topic for topic in trial.group.topics if topic.name in readers and knows_offsets(topic)]
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


def _lag_at(answer: Assignment, member: str, topic: Topic, reset: str) -> int:
    """The lag of `member` in `topic`: each existing partition counts once, even if the answer repeats it."""
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
