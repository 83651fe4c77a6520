"""
aiokafka's own assignors (since 0.9, the first release that has any), called as its group leader calls them.

The leader drops the instance ids of static members.
"""

from __future__ import annotations

import logging

from aiokafka.coordinator.protocol import ConsumerProtocolMemberMetadata

from kafka_assay.assignors.hosted.python_clients.client_assignors import assignors_of
from kafka_assay.assignors.hosted.python_clients.client_classes import serve_classes
from kafka_assay.assignors.hosted.serving.host_server import ServedAssignor


def served_assignors() -> dict[str, ServedAssignor]:
    """The assignors of the aiokafka on `sys.path`, ready to be served."""
    logging.getLogger("aiokafka").setLevel(logging.CRITICAL)  # warnings about odd members would be timed too
    return serve_classes(assignors_of("aiokafka"), lambda written, _: ConsumerProtocolMemberMetadata.decode(written))
