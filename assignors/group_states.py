"""The states of a group, as Kafka's tools print them."""

from __future__ import annotations

GROUP_STATES = (
    "Stable",
    "Empty",
    "PreparingRebalance",
    "CompletingRebalance",
    "Assigning",
    "Reconciling",
    "NotReady",
    "Dead",
    "Unknown",
)
"""Every value of `org.apache.kafka.common.GroupState` (Kafka 4.3)."""

REBALANCING_STATES = frozenset({"PreparingRebalance", "CompletingRebalance", "Assigning", "Reconciling"})
"""The states of a group in the middle of a rebalance."""
