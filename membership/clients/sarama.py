"""
sarama v1.61.1 (`consumer_group.go`, `consumer_group_cooperative.go`).

An eager `sticky` member sends back the user data of its last assignment, which the leader wrote
(`StickyBalanceStrategy.AssignmentData`). No error clears it. If the leader is no sarama client, the assignment has no
user data, and the member claims nothing. A cooperative member holds claims and a generation (`heldAssignment`) for as
long as its session lives; UNKNOWN_MEMBER_ID and ILLEGAL_GENERATION end the session (`lostHeldAssignment`).
"""

from __future__ import annotations

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.claim_rule import Checked, ClientModel, Situation, Stamp, rules_for

FAMILY = "sarama"

_LOST = tuple(one for one in Situation if one not in {Situation.SETTLED, Situation.MISSED_SYNC})

MODELS = (
    ClientModel(
        family=FAMILY,
        protocol=Protocol.EAGER,
        metadata_version=1,
        rules=rules_for(
            Situation,
            claims=True,
            user_data=Stamp.ASSIGNED,
            source="consumerGroup.joinSync and .subscriptionMetadata, v1.61.1",
            checked=Checked.READ,
        ),
        note="version 1 with the default `Config.Version` (2.8.0), 2 from 3.2.0 on; holds if a sarama member led",
    ),
    ClientModel(
        family=FAMILY,
        protocol=Protocol.COOPERATIVE,
        metadata_version=2,
        rules=(
            *rules_for(
                (Situation.SETTLED,),
                claims=True,
                field=Stamp.ASSIGNED,
                user_data=Stamp.ASSIGNED,
                source="consumerGroup.rejoinCooperative, v1.61.1",
                checked=Checked.READ,
            ),
            *rules_for(
                (Situation.MISSED_SYNC,),
                claims=True,
                field=Stamp.JOINED,
                user_data=Stamp.ASSIGNED,
                source="consumerGroup.joinSync sets held.generationID, v1.61.1",
                checked=Checked.READ,
            ),
            *rules_for(
                _LOST,
                claims=False,
                user_data=Stamp.ASSIGNED,
                source="consumerGroup.lostHeldAssignment, v1.61.1",
                checked=Checked.READ,
            ),
        ),
        note="version 2 needs `Config.Version` 3.2.0; which release brought `cooperative-sticky` was not read",
    ),
)
