"""
kacrab 0.4.0, a client in Rust (`consumer/client.rs`, `consumer/coordinator.rs`, `consumer/assignor.rs`).

A member sends its assigned partitions with every JoinGroup, whatever its strategy, and no generation. Errors do not
clear them: `ensure_active_group` reads them before it joins, and `join_group` sends the same bytes again with a new
member id. An eager assignor reads claims in the user data, which is empty.
"""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.claim_rule import (
    Checked,
    ClientModel,
    Situation,
    no_claims,
    rules_for,
    seen_on_wire,
)

FAMILY = "kacrab"
_SOURCE = "Consumer::ensure_active_group, coordinator::join_group, 0.4.0"

_EAGER = ClientModel(
    family=FAMILY,
    protocol=Protocol.EAGER,
    metadata_version=1,
    rules=no_claims(_SOURCE, Checked.READ),
    survives_fencing=True,
)
_COOPERATIVE = replace(
    _EAGER,
    protocol=Protocol.COOPERATIVE,
    rules=rules_for(Situation, claims=True, source=_SOURCE, checked=Checked.READ),
    drops_unsubscribed=True,
    resubscribes_anew=True,
    note="a changed subscription drops the member id, too",
)

MODELS = (seen_on_wire(_EAGER, "0.4.0"), seen_on_wire(_COOPERATIVE, "0.4.0"))
