"""One consumer program as an assignor: a group goes in as a rebalance, and the leader's plan comes out."""

from __future__ import annotations

from collections.abc import Mapping

from kafka_assay.assignors.hosted.wire.broker import Broker, ServedGroup
from kafka_assay.assignors.hosted.wire.coordinator import Rebalance, WireMember
from kafka_assay.assignors.hosted.wire.subscriptions import ClaimForm, Subscription, subscription_bytes
from kafka_assay.assignors.hosted.wire.topic_pool import WireNames
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic

_LONGEST_TEXT = 32_767
_HIGHEST = 2**31 - 2
_PROBE = "probe"
_SHOWN_GENERATION = 5
_MOST_PROBES = 5


class WireAssignor:
    """The assignor of the consumer program that joined its group of `broker`."""

    def __init__(self, broker: Broker, served: ServedGroup) -> None:
        """The program has not joined yet; `probe` waits for it."""
        self._broker = broker
        self.coordinator = served.coordinator
        self.claim_form = ClaimForm.NOWHERE

    def probe(self) -> Subscription:
        """
        Wait for the program, and give it two partitions. Returns what it sends when it joins again.

        That shows where the client puts the claims of a member.
        """
        topic = Topic(name="probe", partitions=2)
        group = Group(topics=(topic,), members=(Member(id=_PROBE, subscription=(topic.name,)),))
        return self._broker.run(self._probe(group))

    async def _probe(self, group: Group) -> Subscription:
        coordinator = self.coordinator
        await coordinator.has_joined.wait()
        names = self._broker.pool.names_for(group)
        for _ in range(_MOST_PROBES):
            coordinator.has_joined.clear()
            await coordinator.run(self._rebalance(group, names, is_settled=True))
            await coordinator.has_joined.wait()
            if coordinator.is_in_use:
                break  # otherwise it has joined on its own, before it used its part: its metadata had changed
        assert coordinator.real is not None
        self.claim_form = coordinator.real.claim_form()
        return coordinator.real

    def assign(self, group: Group) -> dict[str, dict[str, list[int]]]:
        """The program's plan for `group`. Raises `CannotBeAsked` where no client could be in such a group."""
        if not group.members:
            return {}  # a group without members has no leader
        return self._broker.run(self._assign(group))

    async def _assign(self, group: Group) -> dict[str, dict[str, list[int]]]:
        names = self._broker.pool.names_for(group)
        plan = await self.coordinator.run(self._rebalance(group, names))
        return {member: _renamed(part, names.from_wire) for member, part in plan.items()}

    def _rebalance(self, group: Group, names: WireNames, *, is_settled: bool = False) -> Rebalance:
        for member in group.members:
            _refuse_long_texts(member)
        newest = max(member.claimed_generation() for member in group.members)
        if newest > _HIGHEST:
            raise CannotBeAsked(f"no generation follows {newest}: it is a 32-bit integer")
        counts = group.partition_counts()
        subscribed = {topic for member in group.members for topic in member.subscription}
        return Rebalance(
            generation=_SHOWN_GENERATION if is_settled else max(newest, 0) + 1,
            members=tuple(
                WireMember(
                    member_id=member.id,
                    instance_id=member.instance_id,
                    metadata=subscription_bytes(member, names.to_wire, self.claim_form),
                )
                for member in group.members
            ),
            topics={names.to_wire[name]: counts[name] for name in subscribed if name in counts},
            is_settled=is_settled,
        )


def _refuse_long_texts(member: Member) -> None:
    for text in (member.id, member.instance_id or ""):
        if len(text.encode("utf-8", "surrogatepass")) > _LONGEST_TEXT:
            raise CannotBeAsked(f"an id has more than {_LONGEST_TEXT:,} bytes")


def _renamed(part: Mapping[str, list[int]], names: Mapping[str, str]) -> dict[str, list[int]]:
    """A member's part of a plan with the group's own names. A topic that the group does not have keeps its name."""
    return {names.get(topic, topic): ids for topic, ids in part.items()}
