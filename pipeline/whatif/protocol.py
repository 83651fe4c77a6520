"""The group protocol of a target: which members stop reading during a rebalance, and until when."""

from __future__ import annotations

from kafka_assay.assignors.interface import Promise, Target
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.registry import OPTIMAL

_SERVER = frozenset({"server-range", "server-uniform"})


def protocol_of(target: Target) -> Protocol:
    """
    The protocol under which clients run `target`.

    Cooperative assignors and those of the broker are known by their promises and names. The optimum belongs to no
    client: it counts as `consumer`, where only what moves stops. All others are eager.
    """
    if Promise.COOPERATIVE in target.promises:
        return Protocol.COOPERATIVE
    reference = (target.like or target.name).partition(",")[0]
    return Protocol.CONSUMER if reference in _SERVER or reference == OPTIMAL else Protocol.EAGER
