"""`shuffled-roundrobin`: round-robin over members that are shuffled again whenever the group changes."""

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
    Signal's assignor ("Kafka Consumer Assignments", 2017): round-robin over the members in random order.

    The text says no more than that. Our choice is one shuffle of the members for each call, and then `roundrobin`. The
    generator's seed comes from `seed` (`--seed` on the command line) and the content of the group. So any change of the
    group reshuffles, and every run can be repeated in any process. The group's name and its assumptions are not part of
    the seed. The order of its members and topics is.

    The price is stickiness: an unchanged partition keeps its owner with a probability of about one divided by the
    number of members. `hashed-roundrobin` spreads as well and keeps partitions.

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
    """The content of `group` as JSON. Each list of topics appears once, because thousands of members may share it."""
    lists: dict[tuple[str, ...], int] = {}
    numbers = [lists.setdefault(member.subscription, len(lists)) for member in group.members]
    members = tuple(member.with_lists((), member.owned, member.generation) for member in group.members)
    rest = question_to_json(replace(group, name=None, assumptions=(), members=members))
    return json.dumps([rest, list(lists), numbers], separators=(",", ":")).encode("ascii")


def _shuffle(members: tuple[Member, ...], generator: Random) -> list[Member]:
    """The members in random order. In Python only `random()` gives the same numbers in every release."""
    order = list(members)
    for last in range(len(order) - 1, 0, -1):
        other = int(generator.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order
