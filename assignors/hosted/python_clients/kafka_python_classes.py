"""
kafka-python's own assignors before 3.0, called as its group leader calls them.

Until 2.2 the leader passes each member's bytes, by member id. In 2.3 the instance id is beside them.
"""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

from kafka_assay.assignors.hosted.python_clients.client_assignors import assignors_of
from kafka_assay.assignors.hosted.python_clients.client_classes import serve_classes
from kafka_assay.assignors.hosted.serving.host_server import ServedAssignor
from kafka_assay.assignors.model import Member


def served_assignors() -> dict[str, ServedAssignor]:
    """The assignors of the kafka-python on `sys.path`, ready to be served."""
    logging.getLogger("kafka").setLevel(logging.CRITICAL)  # warnings about odd members would be timed too
    with suppress(ModuleNotFoundError):  # 1.0 contains no copy of six
        six = import_module("kafka.vendor.six")
        # six finds its own modules with a mechanism that Python 3.12 removed.
        sys.modules.setdefault(f"{six.__name__}.moves", six.moves)
    protocol = import_module("kafka.coordinator.protocol")
    if hasattr(protocol, "ConsumerProtocolMemberMetadata"):
        decode = protocol.ConsumerProtocolMemberMetadata.decode
        return serve_classes(assignors_of("kafka"), lambda written, _: decode(written))
    decode = protocol.ConsumerProtocolMemberMetadata_v0.decode
    subscription = import_module("kafka.coordinator.subscription").Subscription

    def heard(written: bytes, member: Member) -> Any:
        return subscription(decode(written), member.instance_id)

    return serve_classes(assignors_of("kafka"), heard)
