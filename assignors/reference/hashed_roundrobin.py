"""`hashed-roundrobin`: round-robin over members in the order of a fixed hash."""

from __future__ import annotations

from hashlib import sha256

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.roundrobin import deal_round


class HashedRoundRobinAssignor:
    """
    The repeatable form of Signal's shuffled round-robin ("Kafka Consumer Assignments", 2017).

    Signal shuffles the members at every rebalance. The threads of a host have neighbouring ids, and the shuffle keeps
    them from getting neighbouring partitions. But it moves nearly everything each time. A fixed order that does not
    depend on names spreads as well and moves less. A maintainer of kafka-lag-based-assignor suggests something similar
    in its issue 4.

    Rule: members form a circle, sorted by a SHA-256. The hash covers the salt and then the instance id, or the member
    id if there is no instance id (both in UTF-8). Equal hashes are sorted by member id. Then all partitions are dealt
    as in `roundrobin`. A static member keeps its place over restarts. `salt` is an argument of this class and empty on
    the command line. Another salt gives another order.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"host1-a": ["t"], "host1-b": ["t"], "host2-a": ["t"]})
    >>> HashedRoundRobinAssignor().assign(group)
    {'host1-a': {'t': [1]}, 'host1-b': {'t': [0]}, 'host2-a': {'t': [2]}}
    """

    name = "hashed-roundrobin"
    promises = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.STATIC, Promise.FIXED})
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def __init__(self, *, salt: str = "") -> None:
        """`salt` is hashed before each id."""
        self._salt = sha256(salt.encode("utf-8", "surrogatepass"))

    def assign(self, group: Group) -> Assignment:
        """See `HashedRoundRobinAssignor`."""
        return deal_round(group, sorted(group.members, key=self._hash_key))

    def _hash_key(self, member: Member) -> tuple[bytes, bytes]:
        hashed = self._salt.copy()
        known_as = member.id if member.instance_id is None else member.instance_id
        hashed.update(known_as.encode("utf-8", "surrogatepass"))
        return hashed.digest(), kafka_order(member.id)
