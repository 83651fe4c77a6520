"""
How an answer spreads over members, hosts and topics: what partition counts alone do not show.

Round-robin can give every member the same number of partitions and still place a topic on two hosts out of eight. The
loss of one host then stops half of the topic or more. The complaint comes from Signal ("Kafka Consumer Assignments",
2017). `topology` measures a `Placement`: numbers of partitions, or weights.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kafka_assay.properties.measures.places import Placement, TopicPlaces

MORE_THAN = 0.5
"""If a host that has more than this share of a topic fails, the topic counts as lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topology:
    """
    All measures of one placement. A measure is null if there is nothing to measure (no partition, no such topic).

    The lower bound of `over_bound`: with p partitions over h hosts, some host has at least ceil(p / h). With weights it
    is the largest weight or an equal share of the sum, whichever is more; it is not always reached.
    """

    least: float
    """The least load of a member."""
    most: float
    """The largest."""
    idle_members: int
    """Members without a partition."""
    member_peak: float | None
    """The largest load of a member, divided by the mean; 1 is even, and n members give n if one has everything."""
    idle_hosts: int
    """Hosts without a partition."""
    host_peak: float | None
    """The largest load of a host, divided by the mean."""
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
    bounded = [topic for topic in topics if topic.least_share]
    return Topology(
        least=min(members),
        most=max(members),
        idle_members=members.count(0),
        member_peak=_peak_to_mean(members),
        idle_hosts=hosts.count(0),
        host_peak=_peak_to_mean(hosts),
        first_quarter=sum(hosts[: max(1, len(hosts) // 4)]) / sum(hosts) if any(hosts) else None,
        rank_bias=rank_bias(members),
        reach=_mean(topics, lambda topic: min(1.0, len(topic.by_host) / min(topic.partitions, topic.reachable))),
        over_bound=_mean(bounded, lambda topic: topic.largest_share / topic.least_share),
        one_host=_mean(several, lambda topic: float(len(topic.by_host) == 1)),
        blast_radius=_blast_radius(topics),
    )


def _peak_to_mean(amounts: Sequence[float]) -> float | None:
    return max(amounts) * len(amounts) / sum(amounts) if any(amounts) else None


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
    total = sum(topic.counts_for for topic in topics)
    fallen: dict[str, float] = defaultdict(float)
    for topic in topics:
        for host, amount in topic.by_host:
            if amount > MORE_THAN * topic.amount:
                fallen[host] += topic.counts_for
    return max(fallen.values(), default=0.0) / total if total else None


def _mean(topics: Sequence[TopicPlaces], measure: Callable[[TopicPlaces], float]) -> float | None:
    total = sum(topic.counts_for for topic in topics)
    return sum(topic.counts_for * measure(topic) for topic in topics) / total if total else None
