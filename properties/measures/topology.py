"""
How an answer spreads over members, hosts and topics: what partition counts alone do not show.

Round-robin can give every member the same number of partitions and still place a topic on two hosts out of eight. The
loss of one host then stops half of the topic or more. The complaint comes from Signal ("Kafka Consumer Assignments",
2017). `topology` measures a `Placement`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kafka_assay.properties.measures.places import Placement, TopicPlaces

MORE_THAN = 0.5
"""If a host that has more than this share of a topic fails, the topic counts as lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topology:
    """
    All measures of one placement. A measure is null if there is nothing to measure (no partition, no such topic).

    The lower bound of `over_bound`: with p partitions over h hosts, some host has at least ceil(p / h).
    """

    idle_members: int
    """Members without a partition."""
    idle_hosts: int
    """Hosts without a partition."""
    host_peak: float | None
    """The largest load of a host, divided by the mean; 1 is even, and n hosts give n if one has everything."""
    first_quarter: float | None
    """The share of the first quarter of the hosts in sort order (at least one host); 0.25 is even."""
    rank_bias: float
    """Kendall's tau-b between a member's place in sort order and its load."""
    reach: float | None
    """Hosts that read a topic, divided by those that could, at most one for each partition; the mean over topics."""
    over_bound: float | None
    """The largest share of a topic on one host, divided by its lower bound; the mean over topics. 1 is best."""
    one_host: float | None
    """The share of topics with several partitions that are read on a single host."""
    blast_radius: float | None
    """The largest share of topics of which one host reads more than half. Topics of one partition count, too."""


def topology(placement: Placement) -> Topology:
    """All measures of `placement`."""
    members, topics = placement.members, placement.topics
    hosts = [amount for _, amount in placement.hosts]
    several = [topic for topic in topics if topic.partitions > 1]
    return Topology(
        idle_members=members.count(0),
        idle_hosts=hosts.count(0),
        host_peak=max(hosts) * len(hosts) / sum(hosts) if any(hosts) else None,
        first_quarter=sum(hosts[: max(1, len(hosts) // 4)]) / sum(hosts) if any(hosts) else None,
        rank_bias=rank_bias(members),
        reach=_mean(topics, lambda topic: min(1.0, len(topic.by_host) / min(topic.partitions, topic.reachable))),
        over_bound=_mean(topics, lambda topic: topic.largest_share / topic.least_share),
        one_host=_mean(several, lambda topic: float(len(topic.by_host) == 1)),
        blast_radius=_blast_radius(topics),
    )


def rank_bias(members: Sequence[float]) -> float:
    """
    Kendall's tau-b between a member's place in sort order and its amount. 0 means that the place decides nothing.

    It is -1 if each member has less than the one before it, and 0 if all amounts are equal. Pairs of equal amounts
    count for neither direction, so one member that gets everything among n gives -sqrt(2 / n) if it is the first.

    >>> rank_bias([3, 2, 1]), rank_bias([2, 2, 2]), round(rank_bias([9] + [0] * 7), 3)
    (-1.0, 0.0, -0.5)
    """
    if len(set(members)) < 2:
        return 0.0
    from scipy.stats import kendalltau

    return float(kendalltau(range(len(members)), members).statistic)


def _blast_radius(topics: Sequence[TopicPlaces]) -> float | None:
    lost = Counter(host for one in topics for host, count in one.by_host if count > MORE_THAN * one.partitions)
    return max(lost.values(), default=0) / len(topics) if topics else None


def _mean(topics: Sequence[TopicPlaces], measure: Callable[[TopicPlaces], float]) -> float | None:
    return sum(map(measure, topics)) / len(topics) if topics else None
