"""
kafka-python 3.0.12: `StickyPartitionAssignor` (eager) and `CooperativeStickyAssignor`.

Both build the next subscription from `member_assignment`, which only `on_assignment` sets. Nothing clears it: neither
`reset_generation` in `coordinator/base.py` nor `_on_join_prepare_async` in `coordinator/consumer.py`. So every claim
survives every error, and a changed subscription does not filter it. A dynamic member that is too slow leaves
(`BaseCoordinator`, the loop of heartbeats).
"""

from __future__ import annotations

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.claim_rule import Checked, ClientModel, Situation, Stamp, rules_for, seen_on_wire

FAMILY = "kafka-python"

_MODELS = (
    ClientModel(
        family=FAMILY,
        protocol=Protocol.EAGER,
        metadata_version=0,
        rules=rules_for(
            Situation,
            claims=True,
            user_data=Stamp.ASSIGNED,
            source="StickyPartitionAssignor.metadata and .on_assignment, 3.0.12",
            checked=Checked.READ,
        ),
        leaves_when_slow=True,
    ),
    ClientModel(
        family=FAMILY,
        protocol=Protocol.COOPERATIVE,
        metadata_version=1,
        rules=rules_for(
            Situation,
            claims=True,
            source="CooperativeStickyAssignor.metadata, 3.0.12: version 1, no generation, user data empty",
            checked=Checked.READ,
        ),
        leaves_when_slow=True,
    ),
)
MODELS = tuple(seen_on_wire(model, "3.0.12") for model in _MODELS)
