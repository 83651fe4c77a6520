"""
Clients that speak the protocol of KIP-848.

The coordinator remembers assignments, so a member claims nothing: the assignor is asked with the last target. A member
reports what it owns, so that the coordinator knows what is revoked. After UNKNOWN_MEMBER_ID and FENCED_MEMBER_EPOCH it
gives everything up and joins with epoch 0.
"""

from __future__ import annotations

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.any_client import FAMILY as ANY
from kafka_assay.membership.clients.claim_rule import Checked, ClientModel, Situation, Stamp, rules_for


def _model(family: str, source: str, checked: Checked) -> ClientModel:
    rules = rules_for(Situation, claims=False, field=Stamp.NONE, user_data=Stamp.NONE, source=source, checked=checked)
    return ClientModel(family=family, protocol=Protocol.CONSUMER, metadata_version=3, rules=rules, sends_rack=True)


MODELS = (
    _model("kafka-clients", "ConsumerHeartbeatRequestManager; not read", Checked.NO),
    _model("librdkafka", "rd_kafka_cgrp_consumer_group_heartbeat; not read", Checked.NO),
    _model("franz-go", "groupConsumer.abandonAssignment, v1.22.2", Checked.READ),
    _model("platformatic", "#joinGroupConsumerProtocol; not read", Checked.NO),
)
ANY_MODEL = _model(ANY, "KIP-848", Checked.NO)
