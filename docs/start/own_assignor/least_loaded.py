"""An example assignor: it gives each partition to the member with the fewest partitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assay.testing import Group


class LeastLoaded:
    """
    Assign topic by topic; each partition goes to the subscriber with the fewest so far, then to the lowest member id.

    It never revises an earlier choice, so unequal subscriptions can end in uneven loads.
    """

    like = "fair"

    def assign(self, group: Group) -> dict[str, dict[str, list[int]]]:
        """Member id -> topic -> partition ids."""
        answer: dict[str, dict[str, list[int]]] = {member.id: {} for member in group.members}
        loads = dict.fromkeys(answer, 0)
        for topic in sorted(group.topics, key=lambda topic: topic.name):
            subscribers = [member.id for member in group.members if topic.name in member.subscription]
            for partition in range(topic.partitions if subscribers else 0):
                owner = min(subscribers, key=lambda member: (loads[member], member))
                answer[owner].setdefault(topic.name, []).append(partition)
                loads[owner] += 1
        return answer
