"""
franz-go v1.22.2 (`pkg/kgo/consumer_group.go`, `group_balancer.go`).

`joinGroupProtocols` sends `lastAssigned` and the generation of the last JoinGroup. An eager member clears it before it
joins (`revoke`), so it claims nothing, with `StickyBalancer` too. A session that ends with an error clears it
as well (`manageFailWait`). A JoinGroup that is answered with UNKNOWN_MEMBER_ID clears the member id alone
(`handleJoinResp`). Before v1.14.1 the subscription has version 1, and its generation is in the user data only.
"""

from __future__ import annotations

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.claim_rule import Checked, ClaimRule, ClientModel, Situation, Stamp, rules_for

FAMILY = "franz-go"

_LOST = (Situation.UNKNOWN_AT_HEARTBEAT, Situation.UNKNOWN_AT_SYNC, Situation.ILLEGAL_GENERATION)


def _cooperative(field: Stamp, checked: Checked) -> tuple[ClaimRule, ...]:
    return (
        *rules_for(
            (Situation.SETTLED, Situation.MISSED_SYNC, Situation.UNKNOWN_AT_JOIN),
            claims=True,
            field=field,
            user_data=Stamp.JOINED,
            source="joinGroupProtocols, handleJoinResp, joinAndSync, v1.22.2",
            checked=checked,
        ),
        *rules_for(
            _LOST, claims=False, field=field, user_data=Stamp.JOINED, source="manageFailWait, v1.22.2", checked=checked
        ),
    )


MODELS = (
    ClientModel(
        family=FAMILY,
        protocol=Protocol.EAGER,
        metadata_version=3,
        first="1.14.1",
        rules=rules_for(
            Situation,
            claims=False,
            field=Stamp.JOINED,
            user_data=Stamp.JOINED,
            source="groupConsumer.revoke sets lastAssigned to nil, v1.22.2",
            checked=Checked.READ,
        ),
        sends_rack=True,
    ),
    ClientModel(
        family=FAMILY,
        protocol=Protocol.EAGER,
        metadata_version=1,
        before="1.14.1",
        rules=rules_for(
            Situation,
            claims=False,
            field=Stamp.NONE,
            user_data=Stamp.JOINED,
            source="as in v1.22.2; not read in old releases",
            checked=Checked.NO,
        ),
    ),
    ClientModel(
        family=FAMILY,
        protocol=Protocol.COOPERATIVE,
        metadata_version=3,
        first="1.14.1",
        rules=_cooperative(Stamp.JOINED, Checked.READ),
        drops_unsubscribed=True,
        sends_rack=True,
    ),
    ClientModel(
        family=FAMILY,
        protocol=Protocol.COOPERATIVE,
        metadata_version=1,
        before="1.14.1",
        rules=_cooperative(Stamp.NONE, Checked.NO),
        drops_unsubscribed=True,
        note="the version of the subscription was read; the rules are those of v1.22.2",
    ),
)
