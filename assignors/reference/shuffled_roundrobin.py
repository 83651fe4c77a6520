"""`shuffled-roundrobin`: round-robin whose members are shuffled anew whenever the group has changed."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from random import Random

from kafka_assay.assignors.formats.group_format import question_to_json
from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.reference.roundrobin import deal_round


class ShuffledRoundRobinAssignor:
    """
    Signal's assignor ("Kafka Consumer Assignments", 2017): the members are put into random order, then served.

    The text says that and no more. Decided here: everything is dealt as `roundrobin` deals it, after one shuffle of the
    members a call. The generator is seeded from `seed` (`--seed` on the command line) and from what the group says, so
    that any change of the group reshuffles and any run can be had again, in whatever process. What a group is called
    and what was assumed about it is not part of that; the order of its members and topics is.

    The price is stickiness: an unchanged partition stays where it was about once in as many times as there are members.
    `hashed-roundrobin` spreads as well and stays.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"host1-a": ["t"], "host1-b": ["t"], "host2-a": ["t"]})
    >>> ShuffledRoundRobinAssignor().assign(group)
    {'host1-a': {'t': [1]}, 'host1-b': {'t': [0]}, 'host2-a': {'t': [2]}}
    >>> ShuffledRoundRobinAssignor(seed=1).assign(group)
    {'host1-a': {'t': [2]}, 'host1-b': {'t': [1]}, 'host2-a': {'t': [0]}}
    """

    name = "shuffled-roundrobin"
    promises = frozenset({Promise.EVEN})
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def __init__(self, *, seed: int = 0) -> None:
        """`seed` picks one of many sequences of shuffles."""
        self._seed = seed

    def assign(self, group: Group) -> Assignment:
        """See `ShuffledRoundRobinAssignor`."""
        hashed = sha256(b"%d\n" % self._seed + _group_bytes(group))
        return deal_round(group, _shuffle(group.members, Random(int.from_bytes(hashed.digest(), "big"))))


def _group_bytes(group: Group) -> bytes:
    """What `group` says, as JSON: each list of topics once, since thousands of members may have the same."""
    lists: dict[tuple[str, ...], int] = {}
    numbers = [lists.setdefault(member.subscription, len(lists)) for member in group.members]
    members = tuple(replace(member, subscription=()) for member in group.members)
    rest = question_to_json(replace(group, name=None, assumptions=(), members=members))
    return json.dumps([rest, list(lists), numbers], separators=(",", ":")).encode("ascii")


def _shuffle(members: tuple[Member, ...], generator: Random) -> list[Member]:
    """The members in random order. Of Python's generators only `random()` is sure to give the same in every release."""
    order = list(members)
    for last in range(len(order) - 1, 0, -1):
        other = int(generator.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order
