"""The group protocol of a target: which members stop reading during a rebalance, and until when."""

from __future__ import annotations

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.properties.judging.history_cast import protocol_for


def protocol_of(target: Target) -> Protocol:
    """
    The protocol under which clients run `target`.

    The optimum belongs to no client: it counts as `consumer`, where only what moves stops.
    """
    is_optimum = (target.like or target.name).partition(",")[0] == OPTIMAL
    return Protocol.CONSUMER if is_optimum else protocol_for(target)
