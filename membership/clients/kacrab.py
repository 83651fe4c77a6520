"""
kacrab 0.4.0, a client in Rust (`consumer/client.rs`, `consumer/coordinator.rs`, `consumer/assignor.rs`).

A member sends its assigned partitions with every JoinGroup, whatever its strategy, and no generation. Errors do not
clear them: `ensure_active_group` reads them before it joins, and `join_group` sends the same bytes again with a new
member id.
"""

from __future__ import annotations

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.claim_rule import Checked, ClientModel, Situation, rules_for

FAMILY = "kacrab"

MODELS = tuple(
    ClientModel(
        family=FAMILY,
        protocol=protocol,
        metadata_version=1,
        rules=rules_for(
            Situation,
            claims=True,
            source="Consumer::ensure_active_group, coordinator::join_group, 0.4.0",
            checked=Checked.READ,
        ),
        drops_unsubscribed=True,
        note="a changed subscription drops all claims, and the member id",
    )
    for protocol in (Protocol.EAGER, Protocol.COOPERATIVE)
)
