"""The error codes of the Kafka protocol that concern the membership of a group."""

from __future__ import annotations

from enum import IntEnum


class KafkaError(IntEnum):
    """An error code, as in a response of the coordinator."""

    NONE = 0
    ILLEGAL_GENERATION = 22
    UNKNOWN_MEMBER_ID = 25
    REBALANCE_IN_PROGRESS = 27
    MEMBER_ID_REQUIRED = 79
    FENCED_INSTANCE_ID = 82
    FENCED_MEMBER_EPOCH = 110
