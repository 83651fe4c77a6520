"""An assignor with a fault that hits about one group in twenty, for a short check."""

from __future__ import annotations

from kafka_assay.assignors.model import Group, TopicPartition
from tests.support.planted.python_roundrobin import RoundRobin


class OftenWrong(RoundRobin):
    """Forgets the last of five partitions."""

    def partitions(self, group: Group) -> list[TopicPartition]:
        """See `RoundRobin.partitions`."""
        partitions = super().partitions(group)
        return partitions[:-1] if len(partitions) == 5 else partitions
