"""
Clients that speak the protocol of KIP-848.

The coordinator remembers assignments, so a member claims nothing: the assignor is asked with the last target. A member
reports what it owns, so that the coordinator knows what is revoked. After UNKNOWN_MEMBER_ID and FENCED_MEMBER_EPOCH it
gives everything up and joins with epoch 0. `docs/wire/reconciliation.md` shows these members on the wire.
"""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.any_client import FAMILY as ANY
from kafka_assay.membership.clients.claim_rule import Checked, ClientModel, no_claims

_FENCED = "AbstractHeartbeatRequestManager.onErrorResponse, AbstractMembershipManager.transitionToFenced"
_RESET = "rd_kafka_cgrp_handle_ConsumerGroupHeartbeat, rd_kafka_cgrp_consumer_rejoin and _consumer_reset"


def _model(family: str, source: str, checked: Checked) -> ClientModel:
    return ClientModel(
        family=family,
        protocol=Protocol.CONSUMER,
        metadata_version=3,
        rules=no_claims(source, checked),
        sends_rack=True,
    )


MODELS = (
    replace(_model("kafka-clients", f"{_FENCED}, 4.4.0", Checked.BYTE_CODE), first="4.1"),
    replace(
        _model("kafka-clients", f"{_FENCED}, 4.0.0", Checked.BYTE_CODE),
        before="4.1",
        sends_rack=False,
        note="ConsumerHeartbeatRequestManager sends the rack since 4.1.0; releases before 4.0.0 not read",
    ),
    _model("librdkafka", f"{_RESET}, 2.15.1", Checked.READ),
    _model("franz-go", "groupConsumer.abandonAssignment, v1.22.2", Checked.READ),
    replace(
        _model("platformatic", "#performConsumerGroupHeartbeat, #joinGroupConsumerProtocol, 2.12.1", Checked.READ),
        note="after UNKNOWN_MEMBER_ID it repeats its heartbeat with the old epoch; only FENCED_MEMBER_EPOCH resets it",
    ),
)
ANY_MODEL = _model(ANY, "KIP-848", Checked.NO)
