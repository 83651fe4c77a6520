"""
librdkafka 2.15.1 (`rdkafka_cgrp.c`, `rdkafka_sticky_assignor.c`). Its only sticky assignor is `cooperative-sticky`.

The generation is that of the last assignment (`rd_kafka_sticky_assignor_on_assignment_cb`), so a missed sync leaves the
old one. A lost membership drops the owned partitions. A JoinGroup that is answered with UNKNOWN_MEMBER_ID keeps them;
but a dynamic member then joins without an id, and MEMBER_ID_REQUIRED drops them before they are counted. A dynamic
member that is too slow leaves (`rd_kafka_cgrp_max_poll_interval_check_tmr_cb`).
"""

from __future__ import annotations

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.claim_rule import (
    Checked,
    ClientModel,
    Situation,
    Stamp,
    no_claims,
    rules_for,
)

FAMILY = "librdkafka"

_CLAIMING = (Situation.SETTLED, Situation.MISSED_SYNC)

MODELS = (
    ClientModel(
        family=FAMILY,
        protocol=Protocol.EAGER,
        metadata_version=3,
        rules=no_claims("rd_kafka_assignor_get_metadata_with_empty_userdata, 2.15.1", Checked.READ),
        sends_rack=True,
        leaves_when_slow=True,
        note="range and roundrobin: nothing is claimed",
    ),
    ClientModel(
        family=FAMILY,
        protocol=Protocol.COOPERATIVE,
        metadata_version=3,
        first="1.6.0",
        rules=(
            *rules_for(
                _CLAIMING,
                claims=True,
                field=Stamp.ASSIGNED,
                user_data=Stamp.ASSIGNED,
                source="rd_kafka_sticky_assignor_get_metadata, 2.15.1",
                checked=Checked.READ,
            ),
            *rules_for(
                (situation for situation in Situation if situation not in _CLAIMING),
                claims=False,
                field=Stamp.ASSIGNED,
                user_data=Stamp.ASSIGNED,
                source="rd_kafka_cgrp_handle_Heartbeat, _handle_JoinGroup and _handle_SyncGroup, 2.15.1",
                checked=Checked.READ,
            ),
        ),
        drops_unsubscribed=True,
        sends_rack=True,
        leaves_when_slow=True,
        note="a static member keeps its claims after UNKNOWN_MEMBER_ID to a JoinGroup; releases before 2.15.1 not read",
    ),
)
