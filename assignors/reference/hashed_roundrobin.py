"""`hashed-roundrobin`: round-robin whose members stand in the order of a hash, the same one every time."""

from __future__ import annotations

from hashlib import sha256

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.roundrobin import deal_round


class HashedRoundRobinAssignor:
    """
    The repeatable form of Signal's shuffled round-robin ("Kafka Consumer Assignments", 2017).

    Signal shuffles the members at every rebalance, so that the threads of a host, whose ids sort together, do not get
    neighbouring partitions. That moves nearly everything each time. A fixed order that has nothing to do with names
    spreads as well and stays: a maintainer of kafka-lag-based-assignor suggests the like in its issue 4.

    The rule. Members stand in a circle in the order of SHA-256 over the salt and their instance id, where they have
    one, or else their member id (UTF-8, one after the other); of equal hashes, by member id. Then everything is dealt
    as `roundrobin` deals it. A static member keeps its place over restarts. The `salt` is an argument of this class,
    and empty from the command line; another salt is another order.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"host1-a": ["t"], "host1-b": ["t"], "host2-a": ["t"]})
    >>> HashedRoundRobinAssignor().assign(group)
    {'host1-a': {'t': [1]}, 'host1-b': {'t': [0]}, 'host2-a': {'t': [2]}}
    """

    name = "hashed-roundrobin"
    promises = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.STATIC, Promise.FIXED})
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def __init__(self, *, salt: str = "") -> None:
        """`salt` goes into every hash, before the id."""
        self._salt = sha256(salt.encode("utf-8", "surrogatepass"))

    def assign(self, group: Group) -> Assignment:
        """See `HashedRoundRobinAssignor`."""
        return deal_round(group, sorted(group.members, key=self._hash_key))

    def _hash_key(self, member: Member) -> tuple[bytes, bytes]:
        hashed = self._salt.copy()
        known_as = member.id if member.instance_id is None else member.instance_id
        hashed.update(known_as.encode("utf-8", "surrogatepass"))
        return hashed.digest(), kafka_order(member.id)
