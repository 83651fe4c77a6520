"""
aiokafka 0.14.0: `StickyPartitionAssignor` (eager).

`metadata` sends `cls.member_assignment` and `cls.generation`. Nothing calls `on_generation_assignment`, so the
generation is always -1. Nothing clears the assignment, so it survives every error. It is stored on the class: two
consumers in one process overwrite each other's, which the model leaves out. A member that is too slow leaves
(`GroupCoordinator._heartbeat_routine`).
"""

from __future__ import annotations

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.claim_rule import Checked, ClientModel, Situation, rules_for, seen_on_wire

FAMILY = "aiokafka"

_MODELS = (
    ClientModel(
        family=FAMILY,
        protocol=Protocol.EAGER,
        metadata_version=0,
        rules=rules_for(
            Situation,
            claims=True,
            source="StickyPartitionAssignor.metadata and .on_assignment, 0.14.0",
            checked=Checked.READ,
        ),
        leaves_when_slow=True,
    ),
)
MODELS = tuple(seen_on_wire(model, "0.14.0") for model in _MODELS)
