"""
The JavaScript clients: kafkajs 2.2.4 and @platformatic/kafka 2.12.1.

kafkajs has round robin only, and claims nothing (`assigners/roundRobinAssigner`, `protocol`). platformatic's
`cooperative-sticky` claims its assignment on subscribed topics, at the generation of its last JoinGroup; after
UNKNOWN_MEMBER_ID and ILLEGAL_GENERATION it claims nothing (`clients/consumer/consumer.js`,
`#encodeProtocolSubscriptionMetadata`).
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
    seen_on_wire,
)

_KEPT = (Situation.SETTLED, Situation.MISSED_SYNC)
_SEEN = {"kafkajs": "2.2.4", "platformatic": "2.12.1"}

_MODELS = (
    ClientModel(
        family="kafkajs",
        protocol=Protocol.EAGER,
        metadata_version=0,
        rules=no_claims("assigners/roundRobinAssigner/index.js, protocol, 2.2.4", Checked.READ),
    ),
    ClientModel(
        family="platformatic",
        protocol=Protocol.EAGER,
        metadata_version=1,
        rules=no_claims("#encodeProtocolSubscriptionMetadata: only cooperative members claim, 2.12.1", Checked.READ),
        survives_fencing=True,
    ),
    ClientModel(
        family="platformatic",
        protocol=Protocol.COOPERATIVE,
        metadata_version=1,
        rules=(
            *rules_for(
                _KEPT,
                claims=True,
                field=Stamp.JOINED,
                user_data=Stamp.JOINED,
                source="#encodeProtocolSubscriptionMetadata, 2.12.1",
                checked=Checked.READ,
            ),
            *rules_for(
                (one for one in Situation if one not in _KEPT),
                claims=False,
                source="#getRejoinError clears the assignments, 2.12.1",
                checked=Checked.READ,
            ),
        ),
        drops_unsubscribed=True,
        stamps_claims_only=True,
        survives_fencing=True,
        note="the application sets the version of the subscription; with version 3 the member also sends its rack",
    ),
)
MODELS = tuple(seen_on_wire(model, _SEEN[model.family]) for model in _MODELS)
