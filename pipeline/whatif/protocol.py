"""The group protocol of a target: which members stop reading during a rebalance, and until when."""

from __future__ import annotations

from enum import StrEnum

from kafka_assay.assignors.interface import Promise, Target

_SERVER = frozenset({"server-range", "server-uniform"})
_IDEAL = "optimal"


class Protocol(StrEnum):
    """
    How a rebalance stops readers.

    * `eager`: every member gives up everything before it joins, and reads again when it has its assignment.
    * `cooperative` (KIP-429): members keep reading. A partition that moves is given up in one round and assigned in the
      next.
    * `consumer` (KIP-848): the coordinator computes one target assignment, and members reach it one by one. A partition
      that moves is given up first, and assigned then.
    """

    EAGER = "eager"
    COOPERATIVE = "cooperative"
    CONSUMER = "consumer"


def protocol_of(target: Target) -> Protocol:
    """
    The protocol under which clients run `target`.

    Cooperative assignors and those of the broker are known by their promises and names. The optimum belongs to no
    client: it counts as `consumer`, where only what moves stops. All others are eager.
    """
    if Promise.COOPERATIVE in target.promises:
        return Protocol.COOPERATIVE
    reference = (target.like or target.name).partition(",")[0]
    return Protocol.CONSUMER if reference in _SERVER or reference == _IDEAL else Protocol.EAGER
