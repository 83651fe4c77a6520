"""
librdkafka 2.15.1 (`rdkafka_cgrp.c`, `rdkafka_sticky_assignor.c`). Its only sticky assignor is `cooperative-sticky`.

The generation is that of the last assignment (`rd_kafka_sticky_assignor_on_assignment_cb`), so a missed sync leaves the
old one. A lost membership drops the owned partitions. A JoinGroup that is answered with UNKNOWN_MEMBER_ID keeps them;
but a dynamic member then joins without an id, and MEMBER_ID_REQUIRED drops them before they are counted. A member names
and claims only topics that its metadata have, as the wire shows. A dynamic member that is too slow leaves
(`rd_kafka_cgrp_max_poll_interval_check_tmr_cb`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.claim_rule import (
    Checked,
    ClaimRule,
    ClientModel,
    Situation,
    Stamp,
    no_claims,
    rules_for,
    seen_on_wire,
)

FAMILY = "librdkafka"

_CLAIMING = (Situation.SETTLED, Situation.MISSED_SYNC)


def _rules(situations: Iterable[Situation], *, claims: bool, source: str) -> tuple[ClaimRule, ...]:
    return rules_for(
        situations, claims=claims, field=Stamp.ASSIGNED, user_data=Stamp.ASSIGNED, source=source, checked=Checked.READ
    )


_EAGER = ClientModel(
    family=FAMILY,
    protocol=Protocol.EAGER,
    metadata_version=3,
    rules=no_claims("rd_kafka_assignor_get_metadata_with_empty_userdata, 2.15.1", Checked.READ),
    drops_deleted=True,
    sends_rack=True,
    leaves_when_slow=True,
    note="range and roundrobin: nothing is claimed",
)
_COOPERATIVE = replace(
    _EAGER,
    protocol=Protocol.COOPERATIVE,
    first="1.6.0",
    rules=(
        *_rules(_CLAIMING, claims=True, source="rd_kafka_sticky_assignor_get_metadata, 2.15.1"),
        *_rules(
            (situation for situation in Situation if situation not in _CLAIMING),
            claims=False,
            source="rd_kafka_cgrp_handle_Heartbeat, _handle_JoinGroup and _handle_SyncGroup, 2.15.1",
        ),
    ),
    static_rules=_rules(
        [Situation.UNKNOWN_AT_JOIN], claims=True, source="rd_kafka_cgrp_handle_JoinGroup: no MEMBER_ID_REQUIRED, 2.15.1"
    ),
    drops_unsubscribed=True,
    note="releases before 2.15.1 not read",
)

MODELS = (seen_on_wire(_EAGER, "2.16.0"), seen_on_wire(_COOPERATIVE, "2.16.0"))
