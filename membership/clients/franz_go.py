"""
franz-go v1.22.2 (`pkg/kgo/consumer_group.go`, `group_balancer.go`), and the releases in which its rules changed.

`joinGroupProtocols` sends what the member was assigned, at the generation of the last JoinGroup:

* Before v1.10.0 it is `nowAssigned`. An eager member clears that before it joins (`revoke`), so it claims nothing.
* From v1.10.0 on it is `lastAssigned`. `revoke` leaves that alone until v1.17.0: an eager member claims. Since v1.17.0
  it clears both.
* A cooperative member keeps it. Only since v1.22.0 it drops topics from it that it no longer subscribes to.

A session that ends with an error clears both; the member joins again, also after FENCED_INSTANCE_ID. A JoinGroup that
is answered with UNKNOWN_MEMBER_ID clears the member id alone (`handleJoinResp`). Before v1.14.1 the generation is in
the user data only. The rack is sent since v1.21.0.
"""

from __future__ import annotations

from dataclasses import replace

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

FAMILY = "franz-go"

_KEPT = (Situation.SETTLED, Situation.MISSED_SYNC, Situation.UNKNOWN_AT_JOIN)
_ENDS = {"v1.22.2": "manageFailWait"}
"""Release -> the method that ends a session with an error; `manage` in older ones."""


def _rules(release: str, field: Stamp, situations: tuple[Situation, ...], source: str) -> tuple[ClaimRule, ...]:
    """A member claims in these `situations`, and not in the others."""
    other = tuple(one for one in Situation if one not in situations)
    lost = f"{_ENDS.get(release, 'manage')} clears the assignment" if situations else source
    return tuple(
        rule
        for group, claims, why in ((situations, True, source), (other, False, lost))
        for rule in rules_for(
            group,
            claims=claims,
            field=field,
            user_data=Stamp.JOINED,
            source=f"{why}, {release}",
            checked=Checked.READ,
        )
    )


def _silent(release: str, field: Stamp, what: str) -> tuple[ClaimRule, ...]:
    return _rules(release, field, (), f"groupConsumer.revoke clears {what}, which joinGroupProtocols sends")


def _claiming(release: str, field: Stamp, what: str = "lastAssigned") -> tuple[ClaimRule, ...]:
    return _rules(release, field, _KEPT, f"joinGroupProtocols sends {what}; handleJoinResp and joinAndSync keep it")


_EAGER = ClientModel(
    family=FAMILY,
    protocol=Protocol.EAGER,
    metadata_version=3,
    first="1.21.0",
    rules=_silent("v1.22.2", Stamp.JOINED, "lastAssigned"),
    survives_fencing=True,
    sends_rack=True,
)
_COOPERATIVE = replace(
    _EAGER,
    protocol=Protocol.COOPERATIVE,
    first="1.22.0",
    rules=_claiming("v1.22.2", Stamp.JOINED),
    drops_unsubscribed=True,
)
_KEEPING = replace(
    _COOPERATIVE,
    first="1.21.0",
    before="1.22.0",
    rules=_claiming("v1.21.7", Stamp.JOINED),
    drops_unsubscribed=False,
)
_RACKLESS = replace(_KEEPING, first="1.14.1", before="1.21.0", sends_rack=False)
_OLD = replace(_RACKLESS, metadata_version=1, first="1.10.0", before="1.14.1", rules=_claiming("v1.14.0", Stamp.NONE))

MODELS = (
    seen_on_wire(_EAGER, "v1.21.7", "v1.22.2"),
    seen_on_wire(
        replace(
            _EAGER,
            first="1.17.0",
            before="1.21.0",
            rules=_silent("v1.17.0", Stamp.JOINED, "lastAssigned"),
            sends_rack=False,
        ),
        "v1.17.0",
        "v1.20.7",
    ),
    seen_on_wire(
        replace(
            _EAGER,
            first="1.14.1",
            before="1.17.0",
            rules=_claiming("v1.16.1", Stamp.JOINED),
            sends_rack=False,
        ),
        "v1.16.1",
    ),
    seen_on_wire(replace(_OLD, protocol=Protocol.EAGER, metadata_version=0), "v1.14.0"),
    seen_on_wire(
        replace(
            _OLD,
            protocol=Protocol.EAGER,
            metadata_version=0,
            first=None,
            before="1.10.0",
            rules=_silent("v1.9.1", Stamp.NONE, "nowAssigned"),
        ),
        "v1.9.1",
    ),
    seen_on_wire(_COOPERATIVE, "v1.22.2"),
    seen_on_wire(_KEEPING, "v1.21.7"),
    seen_on_wire(replace(_RACKLESS, rules=_claiming("v1.20.7", Stamp.JOINED)), "v1.16.1", "v1.17.0", "v1.20.7"),
    seen_on_wire(_OLD, "v1.14.0"),
    seen_on_wire(
        replace(
            _OLD,
            first=None,
            before="1.10.0",
            rules=_claiming("v1.9.1", Stamp.NONE, "nowAssigned"),
            drops_unsubscribed=True,
        ),
        "v1.9.1",
    ),
)
