"""
sarama v1.61.1 (`consumer_group.go`, `consumer_group_cooperative.go`).

An eager `sticky` member sends back the user data of its last assignment, which the leader wrote
(`StickyBalanceStrategy.AssignmentData`). No error clears it. If the leader is no sarama client, the assignment has no
user data, and the member claims nothing. A cooperative member holds claims and a generation (`heldAssignment`) for as
long as its session lives; UNKNOWN_MEMBER_ID and ILLEGAL_GENERATION end the session (`lostHeldAssignment`), and so does
a changed subscription, for which the application has to call `Consume` again. An error ends `Consume`, too. The rules
are those of an application that calls it again, as it does after FENCED_INSTANCE_ID.
"""

from __future__ import annotations

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.claim_rule import (
    Checked,
    ClaimRule,
    ClientModel,
    Situation,
    Stamp,
    rules_for,
    seen_on_wire,
)

FAMILY = "sarama"

_LOST = tuple(one for one in Situation if one not in {Situation.SETTLED, Situation.MISSED_SYNC})


def _rules(
    situations: tuple[Situation, ...], source: str, *, claims: bool = True, field: Stamp = Stamp.NONE
) -> tuple[ClaimRule, ...]:
    return rules_for(
        situations,
        claims=claims,
        field=field,
        user_data=Stamp.ASSIGNED,
        source=f"{source}, v1.61.1",
        checked=Checked.READ,
    )


_MODELS = (
    ClientModel(
        family=FAMILY,
        protocol=Protocol.EAGER,
        metadata_version=1,
        rules=_rules(tuple(Situation), "consumerGroup.joinSync and .subscriptionMetadata"),
        survives_fencing=True,
        note="version 1 with the default `Config.Version` (2.8.0), 2 from 3.2.0 on; holds if a sarama member led",
    ),
    ClientModel(
        family=FAMILY,
        protocol=Protocol.COOPERATIVE,
        metadata_version=2,
        rules=(
            *_rules((Situation.SETTLED,), "consumerGroup.rejoinCooperative", field=Stamp.ASSIGNED),
            *_rules((Situation.MISSED_SYNC,), "consumerGroup.joinSync sets held.generationID", field=Stamp.JOINED),
            *_rules(_LOST, "consumerGroup.lostHeldAssignment", claims=False),
        ),
        resubscribes_anew=True,
        stays_lost=True,
        survives_fencing=True,
        note="version 2 needs `Config.Version` 3.2.0; which release brought `cooperative-sticky` was not read",
    ),
)
MODELS = tuple(seen_on_wire(model, "v1.61.1") for model in _MODELS)
