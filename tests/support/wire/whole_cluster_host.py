"""
A Python client's assignors as a host whose metadata has all topics of a group.

    assay check 'exec:python -m tests.support.wire.whole_cluster_host kafka-python#sticky'

On the wire, the metadata of a consumer program also has topics to which nobody in the group subscribes.
"""

from __future__ import annotations

import sys

from kafka_assay.assignors.hosted.python import client_host
from kafka_assay.assignors.model import Group


class WholeCluster(client_host.ClientCluster):
    """The metadata of all topics of a group."""

    def __init__(self, group: Group) -> None:
        """Also the topics to which nobody subscribes."""
        self._partitions = {topic.name: dict.fromkeys(range(topic.partitions)) for topic in group.topics}


if __name__ == "__main__":
    client_host.ClientCluster = WholeCluster  # type: ignore[misc]
    sys.exit(client_host.main(sys.argv[1]))
