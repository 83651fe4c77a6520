"""
A member of a life that names no client.

It claims what it last had, at the generation that it last saw, whatever happened: the rule of lives without the key
`client`. No client is known to do all of that.
"""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.claim_rule import Checked, ClientModel, Situation, Stamp, rules_for

FAMILY = "any"

MODELS = tuple(
    ClientModel(
        family=FAMILY,
        protocol=protocol,
        metadata_version=3,
        rules=rules_for(
            Situation,
            claims=True,
            field=Stamp.ASSIGNED,
            user_data=Stamp.ASSIGNED,
            source="assay-life/1: `miss`",
            checked=Checked.NO,
        ),
        survives_fencing=True,
        sends_rack=True,
        leaves_when_slow=True,
    )
    for protocol in (Protocol.EAGER, Protocol.COOPERATIVE)
)
WITHOUT_PROTOCOL = replace(MODELS[0], metadata_version=None)
"""The same in a life without a `protocol`."""
